import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesToHex, numberToHex, parseTransaction } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { connectNode, type NodeClient } from '#sandbox/chain/node-client.ts'
import type { LocalChain } from '#sandbox/chain/start-chain.ts'
import { copyChain } from '#test/copy-chain.ts'
import { openNode } from '#test/open-node.ts'
import { until } from '#test/until.ts'
import { startWire, type Wire } from '#test/wire.ts'
import type { Address, Chain, EncodedCall, Hash } from '../ports/chain.ts'
import type { Operator, SignedCall, WeighedCall } from '../ports/operator.ts'
import { followHeads } from './heads.ts'
import { createOperator } from './operator.ts'
import { createChain } from './rpc-chain.ts'

const owner = bytesToHex(randomBytes(32))
const fresh = (): Address => bytesToHex(randomBytes(20))
const unavailable = expect.objectContaining({ code: 'chain_unavailable', message: 'The chain could not be read.' })

let folder: string
let local: LocalChain
let node: NodeClient
let wire: Wire
let chain: Chain
let registrar: Operator

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-operator-'))
  // No heartbeat: only the tests make blocks.
  local = await copyChain(folder, 3_600)
  node = connectNode(local.rpcUrl, local.chainId, local.keys.deployer)
  wire = await startWire(local.rpcUrl)
  registrar = operatorAt(wire.url)
  const { genesisHash, chainId, addresses } = local
  const { registry, escrow, token } = addresses
  const pinned = { registry, escrow, token, entryPoints: [] }
  chain = createChain({ ...openNode(wire.url), chainId, genesisHash, ...pinned })
})

afterEach(async () => {
  wire.mend()
  await node.setAutomine(true)
})

afterAll(async () => {
  await wire?.stop()
  await local?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('simulation', () => {
  test('says whether a call would succeed, and why not with the contract’s own words', async () => {
    const wallet = fresh()
    const call = chain.encodeRegisterOwner(wallet, owner)
    expect(await registrar.simulate(call)).toEqual({ isFine: true, gas: 100_000n })
    await perform(call)
    const answer = await registrar.simulate(call)
    expect(answer).toEqual({ isFine: false, reason: expect.stringMatching(/^OwnerAlreadyRegistered\(/) })
    expect(JSON.stringify(answer).toLowerCase()).toContain(`${wallet}, ${owner})`)
  })

  test('a key without the right is refused by name', async () => {
    const { dispatcher, registrar: key } = local.keys
    expect(privateKeyToAddress(dispatcher)).not.toBe(privateKeyToAddress(key))
    const answer = await operatorAt(local.rpcUrl, dispatcher).simulate(chain.encodeRegisterOwner(fresh(), owner))
    expect(answer).toMatchObject({
      isFine: false,
      reason: expect.stringMatching(/^AccessControlUnauthorizedAccount\(/),
    })
  })

  test('trouble inside the node is not taken for a refusal by the contract', async () => {
    const call = chain.encodeRegisterOwner(fresh(), owner)
    answerWith(/eth_call|eth_estimateGas/, { error: { code: -32_603, message: 'internal error' } })
    await expect(registrar.simulate(call)).rejects.toEqual(unavailable)
    answerWith(/eth_call|eth_estimateGas/, { error: { code: 3, message: 'execution reverted' } })
    expect(await registrar.simulate(call)).toMatchObject({ isFine: false })
  })
})

test('a refusal by a node that does not have the newest block yet is no refusal', async () => {
  const call = chain.encodeRegisterOwner(fresh(), owner)
  const newest = numberToHex((await node.getBlock()).number)
  wire.rewrite = ({ body }, text) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
    if (method !== 'eth_call' && method !== 'eth_estimateGas') return text
    const error =
      params[1] === newest ? { code: -32_000, message: 'header not found' } : { code: 3, message: 'reverted' }
    return JSON.stringify({ jsonrpc: '2.0', id, error })
  }
  await expect(registrar.simulate(call)).rejects.toEqual(unavailable)
  wire.mend()
  expect(await registrar.simulate(call)).toMatchObject({ isFine: true })
})

test('a refusal at a block below one that was seen, or that made the call due, is no refusal', async () => {
  const call = chain.encodeRegisterOwner(fresh(), owner)
  await node.mine({ blocks: 3 })
  const { number } = await node.getBlock()
  const isFine = { isFine: true }
  const { nodes, heads } = openNode(wire.url)
  const { keys, chainId, addresses } = local
  const limits = { privateKey: keys.registrar, feeCeiling: 10n ** 12n, gasCeiling: 15_000_000n }
  const one = createOperator({ nodes, heads, chainId, ...addresses, ...limits })
  await heads.latest()
  expect(await one.simulate(call)).toMatchObject(isFine)
  const older = await node.request({
    method: 'eth_getBlockByNumber' as never,
    params: [numberToHex(number - 2n), false] as never,
  })
  const goBack = () => {
    wire.rewrite = ({ body }, text) => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      const answer = (part: object) => JSON.stringify({ jsonrpc: '2.0', id, ...part })
      if (method === 'eth_getBlockByNumber' && params[0] === 'latest') return answer({ result: older })
      if (method !== 'eth_call' && method !== 'eth_estimateGas') return text
      const at = String(params[1])
      const isKnown = !/^0x/.test(at) || BigInt(at) <= number - 2n
      return answer({
        error: isKnown ? { code: 3, message: 'reverted' } : { code: -32_000, message: 'header not found' },
      })
    }
  }
  goBack()
  await expect(one.simulate(call)).rejects.toEqual(unavailable)
  // Another program has seen none of these blocks, and is given the one that made the call due.
  const other = operatorAt(wire.url)
  expect(await other.simulate(call)).toMatchObject({ isFine: false })
  await expect(other.simulate(call, number)).rejects.toEqual(unavailable)
  wire.mend()
  expect(await other.simulate(call, number)).toMatchObject(isFine)
})

describe('sending', () => {
  test('the hash is known before anything is sent, and the receipt is found by it', async () => {
    const nonce = await registrar.minedNonce(registrar.address)
    const signed = await sign(chain.encodeRegisterOwner(fresh(), owner), nonce)
    expect(await registrar.receipt(signed.transactionHash, registrar.address)).toBeUndefined()
    await registrar.broadcast(signed)
    expect(await mined(signed.transactionHash)).toMatchObject({ isSuccess: true })
    expect(await registrar.minedNonce(registrar.address)).toBe(nonce + 1)
  })

  test('a fresh receipt is found although the newest known block is an older one', async () => {
    const { nodes } = openNode(wire.url)
    const heads = followHeads(nodes, { confirmations: 0, maxAgeMs: 60_000, lagSeconds: 30 })
    const { keys, chainId, addresses } = local
    const limits = { privateKey: keys.registrar, feeCeiling: 1n, gasCeiling: 1n }
    const late = createOperator({ nodes, heads, chainId, ...addresses, ...limits })
    const signed = await sign(chain.encodeRegisterOwner(fresh(), owner), await registrar.minedNonce(registrar.address))
    expect(await late.receipt(signed.transactionHash, late.address)).toBeUndefined()
    await registrar.broadcast(signed)
    await mined(signed.transactionHash)
    expect(await late.receipt(signed.transactionHash, late.address)).toBeUndefined()
    expect(await late.receipt(signed.transactionHash, late.address, 'fresh')).toMatchObject({ isSuccess: true })
  })

  test('sending again is harmless, while it waits and after it was mined', async () => {
    await node.setAutomine(false)
    const nonce = await registrar.minedNonce(registrar.address)
    const signed = await sign(chain.encodeRegisterOwner(fresh(), owner), nonce)
    await registrar.broadcast(signed)
    await registrar.broadcast(signed)
    await node.mine({ blocks: 1 })
    await registrar.broadcast(signed)
    expect(await registrar.receipt(signed.transactionHash, registrar.address)).toMatchObject({ isSuccess: true })
    expect(await registrar.minedNonce(registrar.address)).toBe(nonce + 1)
  })

  test('a higher bump replaces the transaction before it, and only one is mined', async () => {
    await node.setAutomine(false)
    const nonce = await registrar.minedNonce(registrar.address)
    const call = chain.encodeRegisterOwner(fresh(), owner)
    const signed = [await sign(call, nonce)]
    for (const earlier of [0, 1]) signed.push(await sign(call, nonce, signed[earlier] ?? null))
    for (const one of signed) await registrar.broadcast(one)
    await node.mine({ blocks: 1 })
    const receipts = await Promise.all(signed.map((one) => registrar.receipt(one.transactionHash, registrar.address)))
    expect(receipts.map((receipt) => receipt?.isSuccess)).toEqual([undefined, undefined, true])
    expect(await registrar.minedNonce(registrar.address)).toBe(nonce + 1)
  })

  test('a transaction that the node refuses is reported, not taken for sent', async () => {
    await node.setAutomine(false)
    const nonce = await registrar.minedNonce(registrar.address)
    const call = chain.encodeRegisterOwner(fresh(), owner)
    const low = await sign(call, nonce)
    const high = await sign(call, nonce, low)
    await registrar.broadcast(high)
    await expect(registrar.broadcast(low)).rejects.toEqual(unavailable)
    await node.mine({ blocks: 1 })
  })

  test('a receipt is one only while its block is canonical', async () => {
    const snapshot = await node.snapshot()
    const { transactionHash } = await perform(chain.encodeRegisterOwner(fresh(), owner))
    const receipt = await registrar.receipt(transactionHash, registrar.address)
    wire.rewrite = (request, answer) => {
      if (!request.body.includes('eth_getBlockByNumber')) return answer
      return answer.replaceAll(receipt?.blockHash ?? '', bytesToHex(randomBytes(32)))
    }
    expect(await registrar.receipt(transactionHash, registrar.address)).toBeUndefined()
    wire.mend()
    expect(await registrar.receipt(transactionHash, registrar.address)).toEqual(receipt)
    await node.revert({ id: snapshot })
    expect(await registrar.receipt(transactionHash, registrar.address)).toBeUndefined()
  })

  test('a call that the contract refuses is mined as a failure when it is sent all the same', async () => {
    const call = chain.encodeRegisterOwner(fresh(), owner)
    await perform(call)
    const signed = await sign(call, await registrar.minedNonce(registrar.address))
    await registrar.broadcast(signed)
    expect(await mined(signed.transactionHash)).toMatchObject({ isSuccess: false })
  })
})

describe('what is signed', () => {
  test('a replacement offers a quarter more of both fees, rounded up', async () => {
    await node.setAutomine(false)
    const call = chain.encodeRegisterOwner(fresh(), owner)
    const low = await sign(call, 7)
    const dearer = await sign(call, 7, low)
    const [first, second, third] = [low, dearer, await sign(call, 7, dearer)].map(({ raw }) => parseTransaction(raw))
    expect(first).toMatchObject({ type: 'eip1559', nonce: 7, chainId: local.chainId, data: call.calldata })
    for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      const base = first?.[name] ?? 0n
      expect(second?.[name]).toBe((base * 5n + 3n) / 4n)
      expect(third?.[name]).toBe(((second?.[name] ?? 0n) * 5n + 3n) / 4n)
    }
  })

  test('no fee is above the ceiling: what fits below it is lowered, and what does not is not signed', async () => {
    const call = chain.encodeRegisterOwner(fresh(), owner)
    const gwei = 10n ** 9n
    const { baseFeePerGas } = await node.getBlock()
    const least = (baseFeePerGas ?? 0n) + gwei
    answerWith('eth_maxPriorityFeePerGas', { result: numberToHex(gwei) })
    const weighed = [await weigh(call)]
    const tight = await operatorAt(wire.url, local.keys.registrar, least).sign(weighed, 7)
    if (typeof tight === 'string') throw new Error(tight)
    expect(parseTransaction(tight.raw)).toMatchObject({ maxFeePerGas: least, maxPriorityFeePerGas: gwei })
    expect(await operatorAt(wire.url, local.keys.registrar, least).signDearer(tight)).toBe('mining')
    expect(await operatorAt(wire.url, local.keys.registrar, least - 1n).sign(weighed, 7)).toBe('fee_ceiling')
    withoutBaseFee()
    expect(await operatorAt(wire.url, local.keys.registrar, 1n).sign(weighed, 7)).toBe('fee_ceiling')
  })

  test('a price that is raised again and again ends at sixteen times what the chain asks', async () => {
    const call = chain.encodeRegisterOwner(fresh(), owner)
    const fees: bigint[] = []
    let earlier: Awaited<ReturnType<Operator['signDearer']>> | null = null
    for (;;) {
      earlier = earlier ? await registrar.signDearer(earlier) : await registrar.sign([await weigh(call)], 7)
      if (typeof earlier === 'string') break
      fees.push(parseTransaction(earlier.raw).maxFeePerGas ?? 0n)
    }
    expect([earlier, fees.length]).toEqual(['mining', 13])
    expect(fees.at(-1)).toBeLessThanOrEqual((fees[0] ?? 0n) * 16n)
  })

  test('a tip of nothing is never offered, since it could not be raised', async () => {
    answerWith('eth_maxPriorityFeePerGas', { result: '0x0' })
    const call = chain.encodeRegisterOwner(fresh(), owner)
    expect(parseTransaction((await sign(call, 7)).raw).maxPriorityFeePerGas).toBe(1_000_000n)
  })

  test('a chain without a base fee gets its one gas price, and mines it', async () => {
    withoutBaseFee()
    const signed = await sign(chain.encodeRegisterOwner(fresh(), owner), await registrar.minedNonce(registrar.address))
    expect(parseTransaction(signed.raw).type).toBe('legacy')
    await registrar.broadcast(signed)
    expect(await mined(signed.transactionHash)).toMatchObject({ isSuccess: true })
  })

  test('the gas limit is the table’s when the node gives no estimate or a low one, a third more than a high one, and capped', async () => {
    const call = chain.encodeRegisterOwner(fresh(), owner)
    const gas = async () => parseTransaction((await sign(call, 7)).raw).gas
    answerWith('eth_estimateGas', { error: { code: -32_000, message: 'cannot estimate' } })
    expect(await gas()).toBe(100_000n)
    answerWith('eth_estimateGas', { result: '0x5208' })
    expect(await gas()).toBe(100_000n)
    answerWith('eth_estimateGas', { result: '0x186a0' })
    expect(await gas()).toBe(130_000n)
    answerWith('eth_estimateGas', { result: '0xffffffff' })
    expect(await gas()).toBe(2_000_000n)
  })

  test('nothing but a call of the escrow is ever signed', async () => {
    const foreign = { ...chain.encodeApprove(1n), contract: local.addresses.token }
    await expect(sign(foreign, 0)).rejects.toMatchObject({ code: 'internal' })
  })
})

test('the key’s own address, what it holds and the most that it would offer are readable', async () => {
  expect(registrar.address).toBe(privateKeyToAddress(local.keys.registrar).toLowerCase())
  const signed = await sign(chain.encodeRegisterOwner(fresh(), owner), 0)
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(signed.raw)
  const balance = await node.getBalance({ address: registrar.address })
  expect(await registrar.fuel()).toEqual({ balance, price: maxFeePerGas })
  const cheap = operatorAt(wire.url, local.keys.registrar, 7n)
  expect(await cheap.fuel()).toEqual({ balance, price: 7n })
  answerWith('eth_getBalance', { result: numberToHex(gas * maxFeePerGas) })
  expect(await registrar.canPay(signed)).toBe(true)
  answerWith('eth_getBalance', { result: numberToHex(gas * maxFeePerGas - 1n) })
  expect(await registrar.canPay(signed)).toBe(false)
})

test('without an RPC every method is chain_unavailable', async () => {
  const lost = operatorAt(`http://127.0.0.1:${await freePort()}`)
  const call = chain.encodeRegisterOwner(fresh(), owner)
  const hash = bytesToHex(randomBytes(32))
  const signed = await sign(call, 0)
  const attempts = [
    lost.simulate(call),
    lost.minedNonce(lost.address),
    lost.sign([{ ...call, gas: 1n }], 0),
    lost.signDearer(signed),
    lost.room(),
    lost.broadcast(signed),
    lost.receipt(hash, lost.address),
    lost.canPay(signed),
    lost.fuel(),
  ]
  for (const attempt of await Promise.allSettled(attempts))
    expect(attempt).toEqual({ status: 'rejected', reason: unavailable })
})

test('with several nodes each is given the transaction, and a receipt counts that two of them show', async () => {
  const second = await startWire(local.rpcUrl)
  const cut = await startWire(local.rpcUrl)
  cut.fate = () => 'cut'
  try {
    const { chainId, addresses, keys } = local
    const nodes = openNode(cut.url, wire.url, second.url)
    const pinned = { chainId, ...addresses, privateKey: keys.registrar, feeCeiling: 10n ** 12n, gasCeiling: 1n }
    const operator = createOperator({ ...nodes, ...pinned })
    const nonce = await operator.minedNonce(operator.address)
    const signed = await sign(chain.encodeRegisterOwner(fresh(), owner), nonce)
    await operator.broadcast(signed)
    const sends = ({ requests }: Wire) => requests.filter(({ body }) => body.includes(signed.raw)).length
    expect([sends(wire), sends(second)]).toEqual([1, 1])
    await mined(signed.transactionHash)
    answerWith('eth_getTransactionReceipt', { result: null })
    const receipt = () => operator.receipt(signed.transactionHash, operator.address, 'fresh')
    expect(await receipt()).toBeUndefined()
    answerWith('eth_getTransactionCount', { result: numberToHex(nonce) })
    expect(await receipt()).toMatchObject({ isSuccess: true })
    expect(await operator.minedNonce(operator.address)).toBe(nonce)
    const taken = { signer: operator.address, nonce, signed: [signed] }
    await expect(operator.nonceTaker(taken)).rejects.toMatchObject({ code: 'chain_unavailable' })
    wire.mend()
    expect(await operator.nonceTaker(taken)).toBe('own')
    expect(await operator.nonceTaker({ ...taken, signed: [] })).toBe('another')
    expect(await operator.nonceTaker({ ...taken, nonce: nonce + 1 })).toBe('none')
  } finally {
    await Promise.all([second.stop(), cut.stop()])
  }
})

function operatorAt(
  rpcUrl: string,
  privateKey: Hash = local.keys.registrar,
  feeCeiling = 10n ** 12n,
  gasCeiling = 15_000_000n,
): Operator {
  const { chainId, addresses } = local
  return createOperator({ ...openNode(rpcUrl), chainId, ...addresses, privateKey, feeCeiling, gasCeiling })
}

async function sign(call: EncodedCall, nonce: number, earlier: SignedCall | null = null): Promise<SignedCall> {
  const signed = earlier ? await registrar.signDearer(earlier) : await registrar.sign([await weigh(call)], nonce)
  if (typeof signed === 'string') throw new Error(signed)
  return signed
}

/** With its gas; that of a call that works, where this one would not. */
async function weigh(call: EncodedCall): Promise<WeighedCall> {
  const preview = await registrar.simulate(call)
  return { ...call, gas: preview.isFine ? preview.gas : 100_000n }
}

async function perform(call: EncodedCall): Promise<{ transactionHash: Hash }> {
  const signed = await sign(call, await registrar.minedNonce(registrar.address))
  await registrar.broadcast(signed)
  await mined(signed.transactionHash)
  return signed
}

function mined(hash: Hash) {
  return until(
    () => registrar.receipt(hash, registrar.address),
    (receipt) => receipt !== undefined,
  )
}

/** Gives another answer to one method of the node. */
function answerWith(method: string | RegExp, answer: object): void {
  wire.rewrite = (request, text) => {
    if (!new RegExp(`"(${typeof method === 'string' ? method : method.source})"`).test(request.body)) return text
    return JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(request.body).id, ...answer })
  }
}

/** Blocks as they were before EIP-1559. */
function withoutBaseFee(): void {
  wire.rewrite = (_, text) => {
    const answer = JSON.parse(text)
    if (answer.result?.baseFeePerGas) delete answer.result.baseFeePerGas
    return JSON.stringify(answer)
  }
}
