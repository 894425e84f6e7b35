import { openSealedFiles } from '../../usecases/drafts/sealed-drafts.ts'
import type { VerificationBundle } from '../../usecases/jobs/read-verification-bundle.ts'
import { web } from '../web.ts'

export function toVerificationBundleReply({ snapshot, result, verdicts, cloneUrl }: VerificationBundle) {
  const { document } = result
  const { full_name, private: isPrivate } = snapshot.taskDocument.repository
  return {
    schema: 'jobwright/verification-bundle' as const,
    version: 1 as const,
    chain_id: document.chain_id,
    escrow: document.escrow,
    onchain_job_id: result.onchainJobId.toString(),
    attempt: result.attempt,
    worker: document.agent,
    repository: {
      ...{ id: document.repository_id, full_name, clone_url: cloneUrl, private: isPrivate },
      base_commit: document.base_commit,
    },
    tree_id: document.tree_id,
    changes: result.changes,
    task_document: { ...snapshot.taskDocument },
    policy_document: { ...snapshot.policyDocument },
    task_commitment: snapshot.taskCommitment,
    policy_commitment: snapshot.policyCommitment,
    result_commitment: result.commitment,
    sealed_files: openSealedFiles(web().services.vault, snapshot),
    verdicts: verdicts.map((row) => ({
      agent: row.agentAddress,
      outcome: row.verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
      evidence_hash: row.evidenceHash ?? `0x${'0'.repeat(64)}`,
      evidence: row.evidence,
    })),
  }
}
