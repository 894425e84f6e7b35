import {
  BlockNotFoundError,
  createPublicClient,
  http,
  keccak256,
  type PublicClient,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Failure } from '#lib/domain/failure.ts'
import type { Address, EncodedCall, Hash } from '#lib/ports/chain.ts'
import type { Operator, OperatorReceipt, SignedCall } from '#lib/ports/operator.ts'
import { readFees } from './fees.ts'
import { gasLimit } from './gas-limit.ts'
import { guarded } from './guarded.ts'
import { lowerAddress } from './parse-address.ts'
import { describeRevert, revertOf, rpcAnswer } from './revert.ts'

export type OperatorOptions = { rpcUrl: string; chainId: number; escrow: Address; privateKey: Hash }

/** A key that calls the escrow and nothing else. Every failure of the RPC becomes `chain_unavailable`. */
export function createOperator({ rpcUrl, chainId, escrow, privateKey }: OperatorOptions): Operator {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 8_000, retryCount: 1 }) })
  const account = privateKeyToAccount(privateKey)
  const address = lowerAddress(account.address)
  return guarded<Operator>({
    address,
    simulate: (call) => simulate(client, address, call),
    minedNonce: () => client.getTransactionCount({ address, blockTag: 'latest' }),
    sign: async (call, nonce, bump) => {
      if (lowerAddress(call.contract) !== lowerAddress(escrow))
        throw new Failure('internal', 'Operators call the escrow only.')
      const [fees, gas] = await Promise.all([readFees(client, bump), gasLimit(client, address, call)])
      const target = { chainId, nonce, to: call.contract, data: call.calldata, value: 0n, gas }
      const raw = await account.signTransaction({ ...target, ...fees })
      return { raw, transactionHash: keccak256(raw) }
    },
    broadcast: (signed) => broadcast(client, signed),
    receipt: (transactionHash) => findCanonicalReceipt(client, transactionHash),
    balance: () => client.getBalance({ address, blockTag: 'latest' }),
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

async function broadcast(client: PublicClient, signed: SignedCall): Promise<void> {
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
