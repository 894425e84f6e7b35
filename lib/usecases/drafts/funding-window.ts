import type { SnapshotRow } from '#lib/data/drafts.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure } from '#lib/domain/failure.ts'

/** Refuses to begin what cannot be mined before the snapshot's `fundBy`; `now` is the chain's time. */
export function assertFundingWindow(snapshot: SnapshotRow, now: bigint): void {
  if (now <= snapshot.fundBy) return
  throw new Failure('funding_window_passed', 'The time to fund this snapshot has passed.', {
    nextActions: [
      clientAction(
        'review',
        'Review the draft again, then approve and fund it.',
        'POST',
        `/api/v1/client/job-drafts/${snapshot.draftId}/review/`,
      ),
    ],
  })
}
