import { hasUnappliedLogs, listJobLogs } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import { listUnprovenJobs, postponeProof, saveProof } from '../../data/job-proofs.ts'
import type { JobRow } from '../../data/jobs.ts'
import { paymentsOf, transfersOf } from '../../domain/escrow-payments.ts'
import type { Context } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/**
 * Reads the transfers of jobs that have ended from the receipts, once per job. Returns the jobs whose receipts lack a
 * payment that the escrow's events promise, for an operator to see; those and unreadable ones are tried ever more rarely.
 */
export async function proveJobs(ctx: Context): Promise<bigint[]> {
  const contradicted: bigint[] = []
  await sweepRows(await listUnprovenJobs(ctx.db, 50), {
    nameOf: ({ onchainJobId }) => String(onchainJobId),
    handle: async (job) => {
      const postpone = () => inTransaction(ctx.db, (tx) => postponeProof(tx, job))
      const outcome = await proveJob(ctx, job).catch(async (error: unknown) => {
        await postpone()
        throw error
      })
      if (outcome !== 'contradicted') return
      contradicted.push(job.onchainJobId)
      await postpone()
    },
  })
  return contradicted
}

async function proveJob(ctx: Context, job: JobRow): Promise<'kept' | 'changed' | 'contradicted'> {
  if (await hasUnappliedLogs(ctx.db, job.onchainJobId)) return 'changed'
  const parties = { client: job.clientAddress, escrow: ctx.chain.escrow }
  const payments = paymentsOf(await listJobLogs(ctx.db, job.onchainJobId), parties)
  const moves = []
  for (const hash of new Set(payments.map(({ transactionHash }) => transactionHash)))
    moves.push(...(await ctx.chain.movesIn(hash)))
  const transfers = transfersOf(payments, moves, parties)
  if (!transfers) return 'contradicted'
  const stored = transfers.map((transfer) => ({
    ...transfer,
    amount: transfer.amount.toString(),
    blockNumber: transfer.blockNumber.toString(),
  }))
  return (await inTransaction(ctx.db, (tx) => saveProof(tx, job, stored))) ? 'kept' : 'changed'
}
