import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { lockDeletedDraft, restoreDraftRow } from '../../data/deleted-drafts.ts'
import { findUnfundedDraftOfIssue } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { draftRestoreMinutes } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import { type Context, requireCapability } from '../context.ts'
import { draftExists } from './create-draft.ts'
import type { OfferedDraft } from './offer-actions.ts'
import { readDraft } from './read-draft.ts'

/** Brings back a draft that its client deleted a few minutes ago; its terms have to be reviewed again. */
export async function restoreDraft(ctx: Context, input: { id: string }): Promise<OfferedDraft> {
  const user = requireCapability(ctx, 'client')
  try {
    await inTransaction(ctx.db, async (tx) => {
      const deleted = await lockDeletedDraft(tx, user.userId, input.id)
      if (!deleted) throw tooLate()
      if (deleted.fundedAs !== null) throw funded(deleted.fundedAs)
      const other = await findUnfundedDraftOfIssue(tx, { ...deleted, userId: user.userId })
      if (other) throw draftExists(other)
      await restoreDraftRow(tx, input.id)
      const subject = { type: 'draft', id: input.id } as const
      await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'draft.restored', to: 'DRAFT' })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'drafts_one_open_per_issue')) throw draftExists(undefined)
    throw error
  }
  return readDraft(ctx, input)
}

function tooLate(): Failure {
  return new Failure(
    'not_found',
    `No draft of yours with this id was deleted in the last ${draftRestoreMinutes} minutes.`,
  )
}

function funded(jobId: bigint): Failure {
  return new Failure('state_conflict', 'A payment for this draft arrived after it was deleted; it is a job now.', {
    nextActions: [step('client', 'read_job', 'Open the job.', at('getJob', { onchain_job_id: jobId.toString() }))],
  })
}
