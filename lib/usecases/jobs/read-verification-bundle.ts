import { findLastResult, type ResultRow } from '../../data/assignments.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { findJob, findJobAndTerms } from '../../data/jobs.ts'
import { findPublication } from '../../data/publications.ts'
import { findAccess } from '../../data/repositories.ts'
import { listSeats, type SeatRow } from '../../data/seats.ts'
import { Failure } from '../../domain/failure.ts'
import { at, type Step, step } from '../../domain/step.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireReleased } from './is-released.ts'

export type VerificationBundle = { snapshot: SnapshotRow; result: ResultRow; verdicts: SeatRow[]; cloneUrl: string }

/** What verifiers were given and what they recorded, for the client of a settled job. */
export async function readVerificationBundle(ctx: Context, input: { id: bigint }): Promise<VerificationBundle> {
  const { userId } = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, userId, input.id)
  const result = view && (await findLastResult(ctx.db, input.id))
  if (!result || !view.snapshot) throw new Failure('not_found', 'There is no such result.')
  const panel = await listSeats(ctx.db, input.id, result.attempt)
  requireReleased(view, panel)
  return withVerdicts(ctx, view.snapshot, { result, panel })
}

/** The same for anyone, once the client has published the result in a public repository: its content is public then. */
export async function readPublicVerificationBundle(ctx: Context, input: { id: bigint }): Promise<VerificationBundle> {
  const { job, snapshot } = await findJobAndTerms(ctx.db, input.id)
  if (!job?.userId || !snapshot || (await isPrivate(ctx, job.userId, snapshot)))
    throw new Failure('not_found', 'There is no such job of a public repository.')
  const publication = await findPublication(ctx.db, input.id)
  const result = await findLastResult(ctx.db, input.id)
  if (publication?.state !== 'PUBLISHED' || result?.commitment !== publication.resultCommitment)
    throw new Failure(
      'state_conflict',
      'The client has not published a result of this job, so its files are not public.',
      {
        nextActions: [readProofAction(input.id)],
      },
    )
  return withVerdicts(ctx, snapshot, { result, panel: await listSeats(ctx.db, input.id, result.attempt) })
}

/** Also a repository that was made private after the funding: what was published there is not public. */
async function isPrivate(
  ctx: Context,
  userId: string,
  { taskDocument: { repository } }: SnapshotRow,
): Promise<boolean> {
  return repository.private || (await findAccess(ctx.db, userId, { repositoryId: repository.id }))?.private === true
}

function readProofAction(id: bigint): Step {
  return step('anyone', 'read_proof', 'Read the proof of the job.', at('getPublicProof', { onchain_job_id: id }))
}

function withVerdicts(
  ctx: Context,
  snapshot: SnapshotRow,
  { result, panel }: { result: ResultRow; panel: readonly SeatRow[] },
): VerificationBundle {
  return {
    snapshot,
    result,
    verdicts: panel.filter((row) => row.state === 'RECORDED'),
    cloneUrl: `${ctx.settings.cloneOrigin}/${snapshot.taskDocument.repository.full_name}.git`,
  }
}
