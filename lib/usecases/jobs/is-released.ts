import type { SnapshotRow } from '#lib/data/drafts.ts'
import type { JobRow } from '#lib/data/jobs.ts'
import { Failure } from '#lib/domain/failure.ts'
import { silenceShareOf } from '#lib/domain/money.ts'

type Delivered = { job: Pick<JobRow, 'state'>; snapshot?: SnapshotRow | null | undefined }

/** No trade without content, no content without trade: the newest result is the client's once its worker was paid for it. */
export function isReleased({ job, snapshot }: Delivered): boolean {
  if (job.state === 'LAPSED') return !!snapshot && silenceShareOf(snapshot) > 0n
  return job.state === 'SETTLED'
}

export function requireReleased(delivered: Delivered): void {
  if (isReleased(delivered)) return
  const isLapsed = delivered.job.state === 'LAPSED'
  throw new Failure(
    'state_conflict',
    isLapsed
      ? 'The content of this result is not released: no verdict decided on it, and by the terms its worker was paid nothing.'
      : 'The content of this result is not released; it is once its worker is paid for it.',
  )
}
