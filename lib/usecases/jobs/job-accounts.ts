import { listJobLogs } from '../../data/chain-index.ts'
import type { JobRow } from '../../data/jobs.ts'
import { type EscrowPayment, paymentsOf } from '../../domain/escrow-payments.ts'
import type { Context } from '../context.ts'

const roles = { reward: 'worker', silence_share: 'worker', verifier_fee: 'verifier', returned: 'client' } as const
type PaidKind = keyof typeof roles

export type Payment = Pick<EscrowPayment, 'to' | 'amount' | 'isDeferred' | 'transactionHash' | 'blockNumber'> & {
  kind: PaidKind
  role: (typeof roles)[PaidKind]
}
export type JobAccounts = { funded: bigint; paid: bigint; held: bigint; payments: Payment[] }

/** Who was paid what for a job, from the escrow's final events alone; amounts in base units. */
export async function accountsOf(ctx: Context, job: JobRow): Promise<JobAccounts> {
  const logs = await listJobLogs(ctx.db, job.onchainJobId)
  const parties = { client: job.clientAddress, escrow: ctx.chain.escrow }
  const payments = paymentsOf(logs, parties).flatMap(({ kind, ...payment }) =>
    kind === 'funding' ? [] : [{ ...payment, kind, role: roles[kind] }],
  )
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0n)
  return { funded: job.budget, paid, held: job.budget - paid, payments }
}
