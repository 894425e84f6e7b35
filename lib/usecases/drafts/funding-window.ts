import type { SnapshotRow } from '../../data/drafts.ts'
import { readDraftStep } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'

/** The last moment in which a block can fund the snapshot. */
export function fundByOf({ fundBy }: Pick<SnapshotRow, 'fundBy'>): Date {
  return new Date(Number(fundBy) * 1_000)
}

/** Refuses to begin what cannot be mined before the snapshot's `fundBy`; `now` is the chain's time. */
export function assertFundingWindow({ draftId, fundBy }: SnapshotRow, now: bigint): void {
  if (now <= fundBy) return
  throw new Failure('funding_window_passed', 'The time to fund these terms has passed.', {
    retryAfterSeconds: 5,
    nextActions: [readDraftStep(draftId, 'Wait a few seconds, then fund the draft again.')],
  })
}
