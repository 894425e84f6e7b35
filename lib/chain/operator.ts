import {
  BlockNotFoundError,
  keccak256,
  type PublicClient,
  parseTransaction,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Failure } from '#lib/domain/failure.ts'
import type { Address, EncodedCall, Hash } from '#lib/ports/chain.ts'
import type { Operator, OperatorReceipt, SignedCall } from '#lib/ports/operator.ts'
import { callsLeft } from './calls-left.ts'
import { readFees } from './fees.ts'
import { gasLimit } from './gas-limit.ts'
import { guarded } from './guarded.ts'
import type { Heads } from './heads.ts'
import type { Nodes } from './nodes.ts'
import { lowerAddress } from './parse-address.ts'
import { describeRevert, revertOf, rpcAnswer } from './revert.ts'

export type OperatorOptions = {
  nodes: Nodes
  heads: Heads
  chainId: number
  registry: Address
  escrow: Address
  privateKey: Hash
  /** The most that is ever offered for one unit of gas, in the chain's smallest unit. */
  feeCeiling: bigint
}

/** The same bytes are sent again at most so often. */
const resendMs = 3_000

/** A key that calls escrow and registry and nothing else. Every failure of the RPC becomes `chain_unavailable`. */
export function createOperator(options: OperatorOptions): Operator {
  const { nodes, heads, chainId, privateKey, feeCeiling } = options
  const { client } = nodes
  const targets = [options.escrow, options.registry].map(lowerAddress)
  const account = privateKeyToAccount(privateKey)
  const address = lowerAddress(account.address)
  return guarded<Operator>({
    address,
    simulate: (call) => simulate(client, address, call),
    minedNonce: async () => {
      const nonces = await nodes.each((node) => node.getTransactionCount({ address, blockTag: 'latest' }))
      return Math.max(...nonces)
    },
    isNonceTaken: async (nonce) => {
      const { number: blockNumber } = await heads.final()
      return (await nodes.agree((node) => node.getTransactionCount({ address, blockNumber }))) > nonce
    },
    sign: async (call, nonce, earlier) => {
      if (!targets.includes(lowerAddress(call.contract)))
        throw new Failure('internal', 'Operators call escrow and registry only.')
      const replaced = earlier && parseTransaction(earlier.raw).nonce === nonce ? earlier : null
      const [fees, gas] = await Promise.all([readFees(client, feeCeiling, replaced), gasLimit(client, address, call)])
      if (typeof fees === 'string') return fees
      const target = { chainId, nonce, to: call.contract, data: call.calldata, value: 0n, gas }
      const raw = await account.signTransaction({ ...target, ...fees })
      return { raw, transactionHash: keccak256(raw) }
    },
    broadcast: rarely((signed) => broadcast(nodes, signed)),
    receipt: async (transactionHash, isFresh) => {
      const find = async () => {
        const found = await nodes.each((node) => findCanonicalReceipt(node, transactionHash))
        return found.find((receipt) => receipt !== undefined)
      }
      if (isFresh) return find()
      const kept = await heads.perBlock(`receipt ${transactionHash}`, async () => ({ found: await find() }))
      return kept.found
    },
    canPay: async ({ raw }) => {
      const { gas = 0n, maxFeePerGas, gasPrice, value = 0n } = parseTransaction(raw)
      const cost = gas * (maxFeePerGas ?? gasPrice ?? 0n) + value
      return (await client.getBalance({ address, blockTag: 'latest' })) >= cost
    },
    callsLeft: () => callsLeft(client, address),
  })
}

async function simulate(client: PublicClient, from: Address, call: EncodedCall): ReturnType<Operator['simulate']> {
  try {
    await client.call({ account: from, to: call.contract, data: call.calldata })
    return { isFine: true }
  } catch (error) {
    const revert = revertOf(error)
    if (!revert) throw error
    return { isFine: false, reason: describeRevert(revert) }
  }
}

/** Each node has its own words for a transaction that it holds, or that is mined. */
const wasSent = /already\s?(known|imported|exists)|known transaction|nonce too low|oldnonce/i

/** Leaves out what was sent a moment ago; what failed is tried again at once. */
function rarely(send: Operator['broadcast']): Operator['broadcast'] {
  let last = { hash: '', at: 0 }
  return async (signed) => {
    if (signed.transactionHash === last.hash && Date.now() - last.at < resendMs) return
    await send(signed)
    last = { hash: signed.transactionHash, at: Date.now() }
  }
}

/** Every node that works is given the bytes; one that takes them is enough. */
async function broadcast(nodes: Nodes, signed: SignedCall): Promise<void> {
  await nodes.each((node) => sendTo(node, signed))
}

async function sendTo(client: PublicClient, signed: SignedCall): Promise<void> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed.raw })
  } catch (error) {
    if (!wasSent.test(rpcAnswer(error)?.details ?? '')) throw error
  }
}

async function findCanonicalReceipt(client: PublicClient, hash: Hash): Promise<OperatorReceipt | undefined> {
  try {
    const { status, blockNumber, blockHash } = await client.getTransactionReceipt({ hash })
    const block = await client.getBlock({ blockNumber })
    return block.hash === blockHash ? { isSuccess: status === 'success', blockNumber, blockHash } : undefined
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError || error instanceof BlockNotFoundError) return undefined
    throw error
  }
}
