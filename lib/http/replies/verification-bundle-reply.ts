import { verificationBundle } from '../../api/verification-bundle.ts'
import { openSealedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import type { VerificationBundle } from '../../usecases/jobs/read-verification-bundle.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'

export function toVerificationBundleReply({ snapshot, result, verdicts, cloneUrl }: VerificationBundle) {
  const { document } = result
  const { full_name, private: isPrivate } = snapshot.taskDocument.repository
  return toWire(verificationBundle, {
    ...snapshot,
    chainId: document.chain_id,
    escrow: document.escrow,
    treeId: document.tree_id,
    schema: 'jobwright/verification-bundle',
    version: 1,
    onchainJobId: result.onchainJobId,
    attempt: result.attempt,
    worker: document.agent,
    repository: {
      id: document.repository_id,
      fullName: full_name,
      cloneUrl,
      private: isPrivate,
      baseCommit: document.base_commit,
    },
    changes: result.changes,
    taskDocument: { ...snapshot.taskDocument },
    policyDocument: { ...snapshot.policyDocument },
    resultCommitment: result.commitment,
    sealedFiles: openSealedFiles(web().services.vault, snapshot),
    verdicts: verdicts.map((row) => ({
      agent: row.agentAddress,
      outcome: row.verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
      evidenceHash: row.evidenceHash ?? `0x${'0'.repeat(64)}`,
      evidence: row.evidence,
    })),
  })
}
