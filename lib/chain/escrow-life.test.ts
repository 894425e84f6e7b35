import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesToHex, createPublicClient, encodeFunctionData, http, keccak256 } from 'viem'
import { generatePrivateKey, mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectNode, type NodeClient } from '#sandbox/chain/node-client.ts'
import { mnemonic } from '#sandbox/chain/operator-keys.ts'
import type { LocalChain } from '#sandbox/chain/start-chain.ts'
import { copyChain } from '#test/copy-chain.ts'
import { openNode } from '#test/open-node.ts'
import { until } from '#test/until.ts'
import { startWire } from '#test/wire.ts'
import type { AgentRole } from '../domain/agent.ts'
import type { Terms } from '../domain/job.ts'
import { byGas, callsThatFit } from '../domain/operator-batch.ts'
import { escrowDomain, type MessageName, typedMessage } from '../domain/signed-messages.ts'
import type { Address, Chain, ChainJob, EncodedCall, Hash, Verdict } from '../ports/chain.ts'
import type { Operator, OperatorReceipt } from '../ports/operator.ts'
import { erc20Abi } from './abi/erc20.ts'
import type { CodeHashes } from './chain-check.ts'
import { createDrawSecrets } from './draw-secrets.ts'
import { escrowEncoder } from './encode-call.ts'
import { createOperator } from './operator.ts'
import { createChain } from './rpc-chain.ts'

type Agent = { address: Address; key: PrivateKeyAccount; ownerId: Hash }

const nobody = `0x${'0'.repeat(40)}`
const unset = `0x${'0'.repeat(64)}`
const random = () => bytesToHex(randomBytes(32))
const lower = (address: string) => address.toLowerCase() as Address

const ceilings = { feeCeiling: 10n ** 12n, gasCeiling: 15_000_000n }

let folder: string
let local: LocalChain
let chain: Chain
let registrar: Operator
let dispatcher: Operator
let client: NodeClient
let worker: Agent
let verifiers: [Agent, Agent, Agent]
const termsOf = new Map<bigint, Terms>()
const result = random()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-escrow-'))
  local = await copyChain(folder)
  chain = openChain()
  registrar = operatorOf(local.keys.registrar)
  dispatcher = operatorOf(local.keys.dispatcher)
  client = connectNode(local.rpcUrl, local.chainId, privateKeyOf(6))
  await perform(registrar, chain.encodeRegisterOwner(lower(client.account.address), random()))
  await fill(lower(client.account.address), 100_000_000n)
  worker = await register('worker')
  verifiers = [await register('verifier'), await register('verifier'), await register('verifier')]
})

afterAll(async () => {
  await local?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the contract’s states keep their own names', () => {
  test('a job that passed is SETTLED, and its panel says who voted what', async () => {
    const id = await fund({ verifiers: 3, quorum: 2 })
    const panel = verifiers.map(({ address }) => address)
    await assignAndSubmit(id)
    await perform(dispatcher, chain.encodeSeat(id, 1, panel, draw(id, 1)))
    expect((await chain.seats(id, 1)).map(({ outcome }) => outcome)).toEqual(['NONE', 'NONE', 'NONE'])

    const job = await jobOf(id)
    const verdicts = [
      await verdictOf(id, verifiers[0], true),
      await verdictOf(id, verifiers[2], false),
      await verdictOf(id, verifiers[1], true),
    ]
    await perform(dispatcher, attest(id, verdicts))
    expect(job).toMatchObject({ state: 'SUBMITTED', attempt: 1, rounds: 1, passes: 0, namings: 1 })
    expect(await jobOf(id)).toMatchObject({ state: 'SETTLED', held: 0n, passes: 2, fails: 1 })
    expect(await chain.seats(id, 1)).toEqual(
      verifiers.map(({ address, key }, index) => ({
        candidates: [{ agent: address, key: lower(key.address) }],
        judge: address,
        outcome: index === 2 ? 'FAIL' : 'PASS',
        evidenceHash: verdicts.find(({ verdict }) => verdict.agent === address)?.verdict.evidenceHash,
      })),
    )
    expect((await chain.balance(worker.address)).units).toBe(1_000_000n)
  })

  test('a job whose last attempt failed is REJECTED, and then refunded it is REFUNDED', async () => {
    const id = await fund({ verifiers: 1, quorum: 1 })
    await assignAndSubmit(id)
    const panel = verifiers.slice(0, 1).map(({ address }) => address)
    await perform(dispatcher, chain.encodeSeat(id, 1, panel, draw(id, 1)))
    await perform(dispatcher, attest(id, [await verdictOf(id, verifiers[0], false)]))
    expect(await jobOf(id)).toMatchObject({
      state: 'REJECTED',
      held: 1_000_000n,
      result: unset,
      verifyBy: 0n,
      fails: 0,
    })
    await send(chain.encodeRefund(id))
    expect(await jobOf(id)).toMatchObject({ state: 'REFUNDED' })
  })

  test('a job that its agent gave back too late to be open again is EXPIRED', async () => {
    const now = (await chain.latestBlock()).timestamp
    const id = await fund({ fundBy: now + 60n, openUntil: now + 61n, workWindow: 600n })
    await perform(dispatcher, chain.encodeAssign(id, worker.address, drawCommit(id)))
    const job = await jobOf(id)
    expect(job).toMatchObject({
      state: 'ASSIGNED',
      releaseAt: 0n,
      hasObjected: false,
      result: unset,
      openUntil: now + 61n,
    })
    await client.increaseTime({ seconds: 62 })
    await client.mine({ blocks: 1 })
    await perform(
      dispatcher,
      chain.encodeRelease(id, 1, await signed(worker.key, 'Release', { jobId: id, attempt: 1 })),
    )
    expect(await jobOf(id)).toMatchObject({ state: 'EXPIRED', held: 1_100_000n })
  })

  test('an open job is OPEN with nobody assigned, and cancelled it is CANCELLED', async () => {
    const id = await fund({})
    const { createdAt, ...job } = await jobOf(id)
    expect(job).toMatchObject({
      state: 'OPEN',
      agent: nobody,
      key: nobody,
      agentOwner: unset,
      attempt: 0,
      held: 1_100_000n,
    })
    expect(createdAt).toBeGreaterThan(0n)
    await send(chain.encodeCancel(id))
    expect(await jobOf(id)).toMatchObject({ state: 'CANCELLED' })
  })
})

test('twenty assignments and five attestations of one key are mined in one block, each with its effect', async () => {
  const jobs = await fundMany(25)
  const [open, attested] = [jobs.slice(5), jobs.slice(0, 5)]
  const panel = verifiers.map(({ address }) => address)
  await performAll(
    dispatcher,
    attested.map((id) => chain.encodeAssign(id, worker.address, drawCommit(id))),
  )
  const signatures = await Promise.all(attested.map((id) => submission(id, 1)))
  await performAll(
    dispatcher,
    attested.map((id, index) => chain.encodeSubmit(id, 1, result, signatures[index] ?? '0x')),
  )
  await performAll(
    dispatcher,
    attested.map((id) => chain.encodeSeat(id, 1, panel, draw(id, 1))),
  )
  const votes = await Promise.all(
    attested.map((id) => Promise.all(verifiers.map((verifier) => verdictOf(id, verifier, true)))),
  )
  const attestations = attested.map((id, index) => attest(id, votes[index] ?? []))
  const before = (await chain.latestBlock()).number
  const receipt = await performAll(dispatcher, [
    ...attestations,
    ...open.map((id) => chain.encodeAssign(id, worker.address, drawCommit(id))),
  ])
  expect(receipt).toMatchObject({ isSuccess: true, failures: {} })
  expect(receipt.blockNumber).toBeGreaterThan(before)
  const states = await Promise.all(jobs.map(async (id) => (await jobOf(id)).state))
  expect(states).toEqual([...attested.map(() => 'SETTLED'), ...open.map(() => 'ASSIGNED')])
})

describe('reads', () => {
  test('an unknown job, panel or agent is none, not an error', async () => {
    expect(await chain.newestJob(999_999n, 0n)).toBeUndefined()
    expect(await chain.seats(999_999n, 1)).toEqual([])
    expect(await chain.seats(await fund({}), 1)).toEqual([])
    expect(await chain.agentOf(lower(client.account.address))).toBeUndefined()
    expect(await chain.owed(worker.address)).toBe(0n)
  })

  test.each([
    ['by one call', false],
    ['one by one, where the node takes no call without an address', true],
  ])('jobs that are asked for together are read %s, an unknown one among them', async (_, isRefused) => {
    const wire = await startWire(local.rpcUrl)
    try {
      const calls = () => wire.requests.filter(({ body }) => body.includes('"eth_call"')).length
      wire.rewrite = ({ body }, text) => {
        const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [{ to?: string }] }
        if (!isRefused || method !== 'eth_call' || params[0].to) return text
        return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'a call needs an address' } })
      }
      const ids = [await fund({}), await fund({}), await fund({})]
      const other = openChain({}, wire.url)
      const jobs = await Promise.all([...ids, 999_999n].map((id) => other.newestJob(id, 0n)))
      expect(jobs).toEqual([...(await Promise.all(ids.map(jobOf))), undefined])
      expect(calls()).toBe(isRefused ? 5 : 2)
    } finally {
      await wire.stop()
    }
  })

  test('an agent is read with its owner, role and current key', async () => {
    const agent = await register('verifier')
    const expected = { ownerId: agent.ownerId, role: 'verifier', isActive: true }
    expect(await chain.agentOf(agent.address)).toMatchObject({ ...expected, key: lower(agent.key.address) })
    const key = lower(privateKeyToAccount(generatePrivateKey()).address)
    await perform(registrar, chain.encodeRotateKey(agent.address, key))
    expect(await chain.agentOf(agent.address)).toMatchObject({ ...expected, key })
    expect(await chain.agentOf(worker.address)).toMatchObject({ role: 'worker' })
  })

  test('a release with notice and a second panel are reported as they happen', async () => {
    const id = await fund({ maxAttempts: 2 })
    await perform(dispatcher, chain.encodeAssign(id, worker.address, drawCommit(id)))
    await perform(dispatcher, chain.encodeRequestRelease(id, 1))
    expect((await jobOf(id)).releaseAt).toBeGreaterThan(0n)
    await perform(dispatcher, chain.encodeSubmit(id, 1, result, await submission(id, 1)))
    const [first, second] = verifiers
    await perform(dispatcher, chain.encodeSeat(id, 1, [first.address], draw(id, 1)))
    await perform(dispatcher, chain.encodeAddAlternates(id, 1, { seats: [0], agents: [second.address] }, draw(id, 2)))
    expect(await jobOf(id)).toMatchObject({ namings: 2 })
    await perform(dispatcher, attest(id, [await verdictOf(id, second, true)]))
    const candidates = [first, second].map(({ address, key }) => ({ agent: address, key: lower(key.address) }))
    expect(await chain.seats(id, 1)).toMatchObject([{ candidates, judge: second.address, outcome: 'PASS' }])
  })

  test('the bounds hold every waiting time of the contract', async () => {
    expect(await chain.bounds()).toMatchObject({ releaseNotice: 5n, seatWindow: 30n, grace: 5n, maxVerifiers: 7 })
  })

  test('collecting where nothing is owed is refused by name', async () => {
    const answer = await dispatcher.simulate(chain.encodeCollect(worker.address))
    expect(answer).toMatchObject({ isFine: false, reason: expect.stringMatching(/^NothingOwed\(0x[0-9a-fA-F]{40}\)$/) })
  })
})

describe('what a transfer of the token did', () => {
  const to = lower(privateKeyToAccount(generatePrivateKey()).address)
  let hash: Hash
  beforeAll(async () => {
    hash = await transfer(to, 1_234_567n)
  })

  test('the exact transfer is done, whatever the letters of its addresses', async () => {
    const from = client.account.address
    const outcome = await chain.outcome(hash, { event: 'Transfer', from, to, amount: 1_234_567n }, null)
    expect(outcome).toMatchObject({ kind: 'done', warnings: [] })
  })

  test.each([
    ['amount', { amount: 1_234_566n }],
    ['receiver', { to: nobody as Address }],
    ['sender', { from: nobody as Address }],
  ])('one with another %s is absent', async (_, difference) => {
    const expected = {
      event: 'Transfer',
      from: lower(client.account.address),
      to,
      amount: 1_234_567n,
      ...difference,
    } as const
    expect(await chain.outcome(hash, expected, null)).toMatchObject({ kind: 'absent' })
  })

  test('the same event of another contract is absent', async () => {
    const other = openChain({ token: local.addresses.accountFactory })
    const expected = { event: 'Transfer', from: lower(client.account.address), to, amount: 1_234_567n } as const
    expect(await other.outcome(hash, expected, null)).toMatchObject({ kind: 'absent' })
  })
})

test('a registry that the escrow does not name is refused', async () => {
  const other = openChain({ registry: local.addresses.token })
  await expect(other.assertSameChain()).rejects.toMatchObject({ message: expect.stringContaining('the registry') })
})

test('contracts with another code than their record says are refused', async () => {
  const { addresses, rpcUrl } = local
  const hashOf = async (address: Address) =>
    keccak256((await createPublicClient({ transport: http(rpcUrl) }).getCode({ address })) ?? '0x')
  const codeHashes = { escrow: await hashOf(addresses.escrow), registry: await hashOf(addresses.registry) }
  await openChain({ codeHashes }).assertSameChain()
  for (const name of ['escrow', 'registry'] as const) {
    const other = openChain({
      codeHashes: { ...codeHashes, [name]: codeHashes[name === 'escrow' ? 'registry' : 'escrow'] },
    })
    await expect(other.assertSameChain()).rejects.toMatchObject({
      message: expect.stringContaining(`The ${name}’s code`),
    })
  }
})

type Difference = { token?: Address; registry?: Address; codeHashes?: CodeHashes }

function openChain({ codeHashes = {}, ...difference }: Difference = {}, rpcUrl = local.rpcUrl): Chain {
  const { chainId, genesisHash, addresses } = local
  const [registry, escrow] = [lower(difference.registry ?? addresses.registry), lower(addresses.escrow)]
  const token = lower(difference.token ?? addresses.token)
  return createChain({
    ...openNode(rpcUrl),
    chainId,
    genesisHash,
    registry,
    escrow,
    token,
    codeHashes,
    entryPoints: [],
  })
}

function operatorOf(privateKey: Hash): Operator {
  const { rpcUrl, chainId, addresses } = local
  const { registry, escrow } = addresses
  return createOperator({ ...openNode(rpcUrl), chainId, registry, escrow, privateKey, ...ceilings })
}

function privateKeyOf(addressIndex: number): Hash {
  const key = mnemonicToAccount(mnemonic, { addressIndex }).getHdKey().privateKey
  return bytesToHex(key ?? new Uint8Array())
}

/** One call of an operator, mined with success. */
async function perform(operator: Operator, call: EncodedCall): Promise<void> {
  const preview = await operator.simulate(call)
  if (!preview.isFine) throw new Error(preview.reason)
  const signed = await operator.sign([{ ...call, gas: preview.gas }], await operator.minedNonce(operator.address))
  if (typeof signed === 'string') throw new Error(signed)
  await operator.broadcast(signed)
  const receipt = await until(
    () => operator.receipt(signed.transactionHash, operator.address),
    (found) => found !== undefined,
  )
  expect(receipt).toMatchObject({ isSuccess: true })
}

/** All of these calls in one transaction, in the order in which the queue sends them. */
async function performAll(operator: Operator, calls: readonly EncodedCall[]): Promise<OperatorReceipt> {
  const previews = await Promise.all(calls.map((call) => operator.simulate(call)))
  const weighed = calls.map((call, index) => {
    const preview = previews[index]
    if (!preview?.isFine) throw new Error(preview?.reason)
    return { ...call, gas: preview.gas }
  })
  const fitting = byGas(callsThatFit(weighed, await operator.room()))
  expect(fitting).toHaveLength(calls.length)
  const signed = await operator.sign(fitting, await operator.minedNonce(operator.address))
  if (typeof signed === 'string') throw new Error(signed)
  await operator.broadcast(signed)
  const receipt = await until(
    () => operator.receipt(signed.transactionHash, operator.address),
    (found) => found !== undefined,
  )
  if (!receipt) throw new Error('there is no receipt')
  return receipt
}

/** One call of the client, mined with success. */
async function send(call: { contract: Address; calldata: Hash }): Promise<Hash> {
  const hash = await client.sendTransaction({ to: call.contract, data: call.calldata })
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return hash
}

async function fill(account: Address, amount: bigint): Promise<void> {
  const minter = connectNode(local.rpcUrl, local.chainId, local.keys.minter)
  const abi = [
    {
      type: 'function',
      name: 'mint',
      inputs: [{ type: 'address' }, { type: 'uint256' }],
      outputs: [],
      stateMutability: 'nonpayable',
    },
  ] as const
  const hash = await minter.writeContract({
    address: local.addresses.token,
    abi,
    functionName: 'mint',
    args: [account, amount],
  })
  await minter.waitForTransactionReceipt({ hash })
}

function transfer(to: Address, amount: bigint): Promise<Hash> {
  const calldata = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return send({ contract: local.addresses.token, calldata })
}

async function register(role: AgentRole): Promise<Agent> {
  const address = lower(privateKeyToAccount(generatePrivateKey()).address)
  const agent = { address, key: privateKeyToAccount(generatePrivateKey()), ownerId: random() }
  await perform(registrar, chain.encodeRegisterAgent(address, agent.ownerId, role, lower(agent.key.address)))
  return agent
}

/** A job of one verifier and one attempt by default; returns its id. */
async function fund(difference: Partial<Terms>): Promise<bigint> {
  const now = (await chain.latestBlock()).timestamp
  const terms = {
    ref: random(),
    taskCommitment: random(),
    policyCommitment: random(),
    reward: 1_000_000n,
    verifierFee: 100_000n,
    verifiers: 1,
    quorum: 1,
    maxAttempts: 1,
    silenceShareBps: 5_000,
    fundBy: now + 60n,
    openUntil: now + 600n,
    workWindow: 60n,
    verificationWindow: 60n,
    ...difference,
  }
  await send(chain.encodeApprove(10_000_000n))
  await send(chain.encodeCreateJob(terms))
  const id = await chain.jobIdOf(lower(client.account.address), terms.ref, (await chain.latestBlock()).number)
  termsOf.set(id, terms)
  return id
}

/** Jobs with three verifiers, made in one transaction of the client. */
async function fundMany(count: number): Promise<bigint[]> {
  const now = (await chain.latestBlock()).timestamp
  const encode = escrowEncoder(lower(local.addresses.escrow))
  const all = Array.from({ length: count }, () => ({
    ref: random(),
    taskCommitment: random(),
    policyCommitment: random(),
    reward: 1_000_000n,
    verifierFee: 100_000n,
    verifiers: 3,
    quorum: 2,
    maxAttempts: 1,
    silenceShareBps: 5_000,
    fundBy: now + 60n,
    openUntil: now + 600n,
    workWindow: 60n,
    verificationWindow: 60n,
  }))
  await send(chain.encodeApprove(50_000_000n))
  // An estimate of a batch is the least with which its failures can be reported.
  const { contract, calldata } = encode('batch', [all.map((terms) => chain.encodeCreateJob(terms).calldata)])
  const hash = await client.sendTransaction({ to: contract, data: calldata, gas: 12_000_000n })
  await client.waitForTransactionReceipt({ hash })
  const { number } = await chain.latestBlock()
  return Promise.all(
    all.map(async (terms) => {
      const id = await chain.jobIdOf(lower(client.account.address), terms.ref, number)
      termsOf.set(id, terms)
      return id
    }),
  )
}

async function jobOf(id: bigint): Promise<ChainJob> {
  const job = await chain.newestJob(id, 0n)
  if (!job) throw new Error(`there is no job ${id}`)
  return job
}

const drawCommit = (id: bigint) => drawSecrets().commitment({ jobId: id, offerId: 'offer' })

/** The draw of a naming, with the secret that the naming before it, or the assignment, is bound to. */
function draw(id: bigint, naming: number) {
  let secret = drawCommit(id)
  for (let times = 0; times < naming; times += 1)
    secret = drawSecrets().opening({ jobId: id, offerId: 'offer' }, secret) ?? random()
  return { secret, evidenceHash: random() }
}

function drawSecrets() {
  const { escrow } = local.addresses
  return createDrawSecrets({ chainId: chain.chainId, escrow, key: `0x${'7'.repeat(64)}`, retiredKeys: [] })
}

async function assignAndSubmit(id: bigint): Promise<void> {
  await perform(dispatcher, chain.encodeAssign(id, worker.address, drawCommit(id)))
  await perform(dispatcher, chain.encodeSubmit(id, 1, result, await submission(id, 1)))
}

function submission(jobId: bigint, attempt: number): Promise<Hash> {
  return signed(worker.key, 'Submission', { jobId, attempt, resultCommitment: result })
}

type Signed = { verdict: Verdict; signature: Hash }

async function verdictOf(jobId: bigint, verifier: Agent, pass: boolean): Promise<Signed> {
  const { taskCommitment, policyCommitment } = termsOf.get(jobId) ?? { taskCommitment: '0x', policyCommitment: '0x' }
  const about = { jobId, attempt: 1, taskCommitment, policyCommitment, resultCommitment: result }
  const verdict = { ...about, pass, evidenceHash: random(), agent: verifier.address }
  return { verdict, signature: await signed(verifier.key, 'Verdict', verdict) }
}

function attest(id: bigint, votes: Signed[]): EncodedCall {
  const verdicts = votes.map(({ verdict }) => verdict)
  const signatures = votes.map(({ signature }) => signature)
  return chain.encodeAttest(id, 1, verdicts, signatures)
}

/** Signed by the key, as the chain itself confirms. */
async function signed(key: PrivateKeyAccount, name: MessageName, fields: Record<string, unknown>): Promise<Hash> {
  const message = typedMessage(name, escrowDomain(local.chainId, local.addresses.escrow), fields)
  const signature = await key.signTypedData(message)
  expect(await chain.signerOf(message, signature)).toBe(lower(key.address))
  return signature
}
