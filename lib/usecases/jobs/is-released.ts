import type { SnapshotRow } from '../../data/drafts.ts'
import type { JobRow } from '../../data/jobs.ts'
import type { SeatRow } from '../../data/seats.ts'
import { Failure } from '../../domain/failure.ts'
import { silenceShareOf } from '../../domain/money.ts'
import { isClientAtFault } from '../../domain/undecidable.ts'

type Delivered = { job: Pick<JobRow, 'state'>; snapshot?: SnapshotRow | null | undefined }

type Panel = readonly Pick<SeatRow, 'evidence'>[]

/**
 * No trade without content, no content without trade: the newest result is the client's once its worker was paid for it.
 * Where the client kept the panel from deciding, by its commands, its repository or its sealed files, the share that the
 * worker has buys nothing, or commands that cannot decide would buy work for less than its reward.
 */
export function isReleased({ job, snapshot }: Delivered, panel: Panel): boolean {
  if (job.state !== 'LAPSED') return job.state === 'SETTLED'
  return !!snapshot && silenceShareOf(snapshot) > 0n && !isClientAtFault(panel, snapshot.quorum)
}

export function requireReleased(delivered: Delivered, panel: Panel): void {
  if (!isReleased(delivered, panel))
    throw new Failure('state_conflict', `The content of this result is not released${whyWithheld(delivered)}`)
}

function whyWithheld({ job, snapshot }: Delivered): string {
  if (job.state !== 'LAPSED') return ' yet. You get it once the worker is paid for it.'
  return snapshot && silenceShareOf(snapshot) > 0n
    ? ': its verifiers found that the job’s commands, files or repository cannot decide on any result.'
    : ': no verdict decided on it, and by the terms its worker was paid nothing.'
}
