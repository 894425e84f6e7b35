import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { requireDraft } from './require-draft.ts'

/** What a job pays, how it is timed and decided, and how its result is published; nothing of task or checks. */
export async function readTermsOf(ctx: Context, id: string) {
  const { draft } = await requireDraft(ctx, id)
  if (draft.state !== 'FUNDED') throw new Failure('not_found', 'There is no such funded draft.')
  const { reward, verifierFee, verifiers, quorum, maxAttempts, silenceShareBps, publication } = draft
  const { openSeconds, workSeconds, verificationSeconds } = draft
  return {
    ...{ reward, verifierFee, verifiers, quorum, maxAttempts, silenceShareBps, publication },
    ...{ openSeconds, workSeconds, verificationSeconds },
  }
}
