import { findLastResult, type ResultRow } from '../../data/assignments.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findJob, type JobRow, type JobView } from '../../data/jobs.ts'
import { findPublication, insertPublication, type PublicationRow, reopenPublication } from '../../data/publications.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import { type Context, requireCapability } from '../context.ts'
import { openRepository } from '../repositories/require-access.ts'
import { downloadChanges } from './publication-actions.ts'

export type PublicationRequest = { id: bigint; resultCommitment: string }

/**
 * Commits to pushing the settled result that the client names to its own branch; the worker program does it. A
 * repeated request returns the existing publication, and retries a failed one.
 */
export async function requestPublication(ctx: Context, input: PublicationRequest): Promise<PublicationRow> {
  const user = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, user.userId, input.id)
  if (!view) throw new Failure('not_found', 'There is no such job.')
  const result = await requireSettledResult(ctx, view, input.resultCommitment)
  const { access } = await openRepository(ctx, user.userId, { repositoryId: result.document.repository_id })
  if (!access.canPush)
    throw new Failure('repository_permission', 'To publish, you need push access to this repository.', {
      nextActions: [downloadChanges(input.id)],
    })
  return inTransaction(ctx.db, async (tx) => {
    const made = await intendPublication(ctx, tx, { job: view.job, result, requestedBy: 'client' })
    const known = made ?? (await findPublication(tx, input.id))
    if (!known) throw new Failure('state_conflict', 'The publication was asked for at the same moment; check again.')
    return known
  })
}

/** The row that the publication is, and the task that does it; undefined when it is under way or done. */
export async function intendPublication(
  ctx: Context,
  tx: Transaction,
  input: { job: JobRow; result: ResultRow; requestedBy: PublicationRow['requestedBy'] },
): Promise<PublicationRow | undefined> {
  const { job } = input
  const id = job.onchainJobId
  const known = await findPublication(tx, id)
  const row = known
    ? await reopenPublication(tx, known.id)
    : await insertPublication(tx, {
        onchainJobId: id,
        userId: job.userId,
        requestedBy: input.requestedBy,
        resultCommitment: input.result.commitment,
        repositoryId: input.result.document.repository_id,
        branch: `jobwright/job-${id}`,
      })
  if (!row) return undefined
  const subject = { type: 'job', id: id.toString() } as const
  const evidence = { by: input.requestedBy, branch: row.branch, result_commitment: row.resultCommitment }
  const event = { actor: ctx.actor, subject, userId: job.userId, name: 'job.publication_requested' as const, evidence }
  await recordEvent(tx, event)
  await ctx.queue.add(tx, { queue: 'publish-result', data: { onchainJobId: id.toString() } }, { account: job.userId })
  return row
}

async function requireSettledResult(ctx: Context, { job }: JobView, commitment: string): Promise<ResultRow> {
  if (job.state !== 'SETTLED')
    throw new Failure('state_conflict', `The job is ${job.state}; a result is published once it is SETTLED.`)
  const result = await findLastResult(ctx.db, job.onchainJobId)
  if (result?.commitment === commitment) return result
  throw new Failure('stale_version', 'This is not the result that was settled.', {
    nextActions: [step('client', 'read_result', 'Read it.', at('getJobResult', { onchain_job_id: job.onchainJobId }))],
  })
}
