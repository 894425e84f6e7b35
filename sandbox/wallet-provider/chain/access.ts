import pLimit from 'p-limit'
import { type Address, BaseError, ExecutionRevertedError, type Hex, InsufficientFundsError } from 'viem'
import type { ChainOptions } from '../options.ts'
import { factoryAbi, tokenAbi } from './abis.ts'
import { type Attempt, type Submission, submit } from './bundler.ts'
import { connect } from './clients.ts'
import { findOutcome, type Outcome } from './outcome.ts'
import { salt } from './user-operation.ts'

export type Estimate = { gas: bigint } | { refusal: 'reverted' | 'insufficient funds' | 'failed' }
export type PlannedCall = { from: Address; to: Address; value: bigint; data: Hex }

/** The chain as the provider uses it: it is wallet owner, bundler and faucet. */
export type ChainAccess = {
  accountAddress(owner: Address): Promise<Address>
  estimate(call: PlannedCall): Promise<Estimate>
  /** In the native token's smallest unit. */
  fees(): Promise<{ baseFee: bigint; priorityFee: bigint }>
  tokenBalance(account: Address): Promise<bigint>
  mint(to: Address, amount: bigint): Promise<void>
  submit(submission: Submission): Promise<Outcome | 'sent'>
  outcome(attempt: Attempt): Promise<Outcome | undefined>
}

/** A batch to the wallet itself cannot be measured before the account exists. */
const batchGas = 3_000_000n

export function openChain(options: ChainOptions): ChainAccess {
  const clients = connect(options)
  const { reader, minter } = clients
  const token = { address: options.token, abi: tokenAbi }
  // Each key sends one transaction at a time, so its nonces have no gaps.
  const [bundlerTurns, minterTurns] = [pLimit(1), pLimit(1)]
  return {
    accountAddress: (owner) =>
      reader.readContract({
        address: options.accountFactory,
        abi: factoryAbi,
        functionName: 'getAddress',
        args: [owner, salt],
      }),
    estimate: async ({ from, to, value, data }) => {
      try {
        const gas = await reader.estimateGas({ account: from, to, value, data })
        const batch = from.toLowerCase() === to.toLowerCase() ? batchGas : 0n
        return { gas: gas * 2n + 100_000n + batch }
      } catch (error) {
        return { refusal: refusalOf(error) }
      }
    },
    fees: async () => {
      const block = await reader.getBlock()
      return { baseFee: block.baseFeePerGas ?? 0n, priorityFee: await reader.estimateMaxPriorityFeePerGas() }
    },
    tokenBalance: (account) => reader.readContract({ ...token, functionName: 'balanceOf', args: [account] }),
    mint: (to, amount) =>
      minterTurns(async () => {
        const hash = await minter.writeContract({ ...token, functionName: 'mint', args: [to, amount] })
        const { status } = await reader.waitForTransactionReceipt({ hash })
        if (status !== 'success') throw new Error(`the faucet's transaction ${hash} failed`)
      }),
    submit: (submission) => bundlerTurns(() => submit(clients, options, submission)),
    outcome: (attempt) => findOutcome(reader, options, attempt),
  }
}

function refusalOf(error: unknown): 'reverted' | 'insufficient funds' | 'failed' {
  if (!(error instanceof BaseError)) return 'failed'
  if (error.walk((cause) => cause instanceof InsufficientFundsError)) return 'insufficient funds'
  return error.walk((cause) => cause instanceof ExecutionRevertedError) ? 'reverted' : 'failed'
}
