import {
  encodeFunctionData,
  keccak256,
  type PublicClient,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Failure } from '../domain/failure.ts'
import { gasOfTransaction } from '../domain/operator-batch.ts'
import type { OperatorName } from '../domain/operator-call.ts'
import type { Address, EncodedCall, Hash } from '../ports/chain.ts'
import type { Operator, SignedCall } from '../ports/operator.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { readFees } from './fees.ts'
import { readBalance, readFuel } from './fuel.ts'
import { guarded } from './guarded.ts'
import { together } from './in-turn.ts'
import { minedNonceReader } from './mined-nonce.ts'
import { nonceTakerReader } from './nonce-taker.ts'
import { receiptReader } from './operator-receipt.ts'
import { lowerAddress } from './parse-address.ts'
import { rpcAnswer } from './revert.ts'
import { simulate } from './simulate.ts'
import { roomOf } from './transaction-room.ts'

export type OperatorOptions = {
  nodes: Nodes
  heads: Heads
  chainId: number
  registry: Address
  escrow: Address
  privateKey: Hash
  /** The most that is ever offered for one unit of gas, in the chain's smallest unit. */
  feeCeiling: bigint
  /** The most gas that a transaction with several calls is allowed. */
  gasCeiling: bigint
}

/** The same bytes are sent again at most so often. */
const resendMs = 3_000

/** A key that calls escrow and registry and nothing else. Every failure of the RPC becomes `chain_unavailable`. */
export function createOperator(options: OperatorOptions): Operator {
  const { nodes, heads, chainId, privateKey, feeCeiling, gasCeiling } = options
  const { client } = nodes
  const targets = [options.escrow, options.registry].map(lowerAddress)
  const account = privateKeyToAccount(privateKey)
  const address = lowerAddress(account.address)
  const room = roomOf(heads, gasCeiling)
  return guarded<Operator>({
    address,
    simulate: (call, notBefore = -1n) => {
      const newest = async () => max(max((await heads.latest()).number, heads.highest()), notBefore)
      return simulate(client, { from: address, newest, agree: nodes.agree }, call)
    },
    ...minedNonceReader(nodes),
    nonceTaker: nonceTakerReader(nodes, heads),
    room: room.now,
    sign: async (calls, nonce) => {
      const { contract, calldata } = toTransaction(calls)
      if (!targets.includes(lowerAddress(contract)))
        throw new Failure('internal', 'Operators call escrow and registry only.')
      const fees = await readFees(nodes, feeCeiling, null)
      // Only a price that has to rise can be high enough already.
      if (typeof fees === 'string') return 'fee_ceiling'
      const gas = gasOfTransaction(calls)
      return signed(
        await account.signTransaction({ chainId, nonce, to: contract, data: calldata, value: 0n, gas, ...fees }),
      )
    },
    signDearer: async (earlier) => {
      const { to, data, gas = 0n, nonce } = parseTransaction(earlier.raw)
      if (gas > (await room.ofBlock())) return 'too_large'
      const fees = await readFees(nodes, feeCeiling, earlier)
      if (typeof fees === 'string') return fees
      return signed(await account.signTransaction({ chainId, nonce, to, data, value: 0n, gas, ...fees }))
    },
    signerOf: async ({ raw }) => {
      const serializedTransaction = raw as TransactionSerializedEIP1559
      return lowerAddress(await recoverTransactionAddress({ serializedTransaction }))
    },
    broadcast: rarely(async (signed) => {
      const outcome = await broadcast(nodes, signed)
      if (outcome === 'too_large') room.refused(parseTransaction(signed.raw).gas ?? 0n)
      return outcome
    }),
    ...receiptReader(nodes, heads, targets),
    canPay: async ({ raw }) => {
      const { gas = 0n, maxFeePerGas, gasPrice, value = 0n } = parseTransaction(raw)
      const cost = gas * (maxFeePerGas ?? gasPrice ?? 0n) + value
      return (await readBalance(nodes, address)) >= cost
    },
    fuel: () => readFuel(nodes, address, feeCeiling),
    hasRole: (name) => nodes.agree((node) => hasRole(node, options.escrow, { name, address })),
  })
}

/** The escrow answers for its registry, whose roles count there too. */
function hasRole(
  client: PublicClient,
  escrow: Address,
  { name, address }: { name: OperatorName; address: Address },
): Promise<boolean> {
  const args = [keccak256(toHex(name.toUpperCase())), address] as const
  return client.readContract({ address: escrow, abi: jobEscrowAbi, functionName: 'hasRole', args })
}

/** A call as it is, several calls as a batch of the contract that they all call. */
function toTransaction(calls: readonly EncodedCall[]): Pick<EncodedCall, 'contract' | 'calldata'> {
  const [first, ...others] = calls
  if (!first || others.some(({ contract }) => contract !== first.contract))
    throw new Failure('internal', 'A transaction carries calls of one contract.')
  if (others.length === 0) return first
  const args = [calls.map(({ calldata }) => calldata)] as const
  return { contract: first.contract, calldata: encodeFunctionData({ abi: jobEscrowAbi, functionName: 'batch', args }) }
}

function signed(raw: Hash): SignedCall {
  return { raw, transactionHash: keccak256(raw) }
}

/** Each node has its own words for a transaction that it holds, or that is mined. */
const wasSent = /already\s?(known|imported|exists)|known transaction|nonce too low|oldnonce/i

/** Leaves out what was sent a moment ago; what failed is tried again at once. */
function rarely(send: Operator['broadcast']): Operator['broadcast'] {
  let last = { hash: '', at: 0 }
  return async (signed) => {
    if (signed.transactionHash === last.hash && Date.now() - last.at < resendMs) return 'sent'
    const outcome = await send(signed)
    if (outcome === 'sent') last = { hash: signed.transactionHash, at: Date.now() }
    return outcome
  }
}

/** Nodes refuse for the gas of one transaction, for its bytes, or for more than one coin as its whole fee. */
const isTooLarge = (error: unknown) =>
  /gas.{0,20}(limit|cap).{0,40}exceed|exceeds.{0,30}gas|gas.{0,12} too (high|large)|gas.{0,20}cap\b|oversized|size.{0,20}exceed|exceeds the configured cap/i.test(
    rpcAnswer(error)?.details ?? '',
  )

const max = (a: bigint, b: bigint) => (a > b ? a : b)

/** Every node that works is given the bytes; one that takes them is enough. */
async function broadcast(nodes: Nodes, signed: SignedCall): Promise<'sent' | 'too_large'> {
  const readings = await together(nodes.working(), { ask: ({ client }) => sendTo(client, signed), enough: 1 })
  const outcomes = readings.map(({ outcome }) => outcome)
  const refusals = outcomes.flatMap((sent) => (sent?.status === 'rejected' ? [sent.reason] : []))
  if (outcomes.some((sent) => sent?.status === 'fulfilled')) return 'sent'
  if (refusals.every(isTooLarge)) return 'too_large'
  throw refusals.find((reason) => !isTooLarge(reason))
}

async function sendTo(client: PublicClient, signed: SignedCall): Promise<void> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed.raw })
  } catch (error) {
    if (!wasSent.test(rpcAnswer(error)?.details ?? '')) throw error
  }
}
