import type { SnapshotRow } from '../../data/drafts.ts'
import type { JobRow } from '../../data/jobs.ts'
import type { ChainJob } from '../../ports/chain.ts'

/** A job as the contract holds it at this moment. `now` is the chain's time in seconds. */
export type HeldJob = { job: JobRow; onChain: ChainJob; now: bigint }

/** The same with what was agreed about it. */
export type Subject = HeldJob & { snapshot: SnapshotRow }
