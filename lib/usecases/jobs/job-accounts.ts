import { type LogRow, listJobLogs } from '#lib/data/chain-index.ts'
import type { JobRow } from '#lib/data/jobs.ts'
import type { Context } from '../context.ts'

type Address = `0x${string}`

export type Payment = {
  kind: 'reward' | 'verifier_fee' | 'returned'
  to: Address
  role: 'worker' | 'verifier' | 'client'
  amount: bigint
  isDeferred: boolean
  transactionHash: `0x${string}`
  blockNumber: bigint
}
export type JobAccounts = { funded: bigint; paid: bigint; held: bigint; payments: Payment[] }

/** Who was paid what for a job, from the escrow's final events alone; amounts in base units. */
export async function accountsOf(ctx: Context, job: JobRow): Promise<JobAccounts> {
  const logs = await listJobLogs(ctx.db, job.onchainJobId)
  const payments = logs.flatMap((log) => paymentsOf(log, job.clientAddress)).filter((payment) => payment.amount > 0n)
  for (const payment of payments) payment.isDeferred = logs.some((log) => defers(log, payment))
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0n)
  return { funded: job.budget, paid, held: job.budget - paid, payments }
}

function paymentsOf(log: LogRow, client: Address): Payment[] {
  const { args, transactionHash, blockNumber } = log
  const agent = args.agent as Address
  const pay = (kind: Payment['kind'], role: Payment['role'], to: Address, amount: unknown): Payment => ({
    ...{ kind, role, to, amount: BigInt(String(amount)) },
    ...{ isDeferred: false, transactionHash, blockNumber },
  })
  switch (log.eventName) {
    case 'VerdictRecorded':
      return [pay('verifier_fee', 'verifier', agent, args.fee)]
    case 'JobSettled':
      return [pay('reward', 'worker', agent, args.reward), pay('returned', 'client', client, args.returned)]
    case 'JobCancelled':
    case 'JobRefunded':
      return [pay('returned', 'client', client, args.amount)]
    default:
      return []
  }
}

function defers({ eventName, args, transactionHash }: LogRow, payment: Payment): boolean {
  return (
    eventName === 'PaymentDeferred' &&
    transactionHash === payment.transactionHash &&
    args.account === payment.to &&
    BigInt(String(args.amount)) === payment.amount
  )
}
