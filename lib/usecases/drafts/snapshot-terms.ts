import type { SnapshotRow } from '../../data/drafts.ts'
import type { Terms } from '../../domain/job.ts'

/** The contract terms that a snapshot stands for. */
export function termsOfSnapshot(snapshot: SnapshotRow): Terms {
  const { ref, taskCommitment, policyCommitment, reward, verifierFee, verifiers, quorum, maxAttempts } = snapshot
  const { silenceShareBps, fundBy, openUntil, workWindow, verificationWindow } = snapshot
  return {
    ref,
    taskCommitment,
    policyCommitment,
    reward,
    verifierFee,
    verifiers,
    quorum,
    maxAttempts,
    silenceShareBps,
    fundBy,
    openUntil,
    workWindow,
    verificationWindow,
  }
}
