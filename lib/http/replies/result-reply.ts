import { executedBy } from '../../domain/executed-paths.ts'
import { base64Bytes, isDeletion } from '../../domain/result.ts'
import type { JobResultView } from '../../usecases/jobs/read-job-result.ts'
import type { ResultBase } from '../../usecases/jobs/read-result-base.ts'
import { withoutResult } from './shown-evidence.ts'

export function toJobResultReply({ result, isContentReleased, verdicts }: JobResultView) {
  return {
    onchain_job_id: result.onchainJobId.toString(),
    attempt: result.attempt,
    is_content_released: isContentReleased,
    result_commitment: result.commitment,
    result_document: { ...result.document },
    files: result.changes.map((change) => ({
      path: change.path,
      mode: isDeletion(change) ? null : change.mode,
      bytes: isDeletion(change) ? 0 : base64Bytes(change.content),
      executed_by: executedBy(change.path),
    })),
    changes: isContentReleased ? result.changes : null,
    summary: isContentReleased ? result.summary : null,
    verdicts: verdicts.map((row) => ({
      agent: row.agentAddress,
      outcome: row.verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
      evidence_hash: row.evidenceHash ?? `0x${'0'.repeat(64)}`,
      // A command can print the result, which is its worker's until it is paid.
      evidence: isContentReleased ? row.evidence : withoutResult(row.evidence),
      recorded: row.state === 'RECORDED',
    })),
    submitted_at: result.createdAt.toISOString(),
  }
}

export function toResultBaseReply({ id, path, baseCommit, file }: ResultBase) {
  const content = file?.kind === 'file' ? file.content : null
  return {
    onchain_job_id: id.toString(),
    base_commit: baseCommit,
    path,
    state: stateOf(file),
    bytes: file?.kind === 'file' ? file.bytes : null,
    content,
  }
}

function stateOf(file: ResultBase['file']) {
  if (!file) return 'absent' as const
  if (file.kind === 'other') return 'not_a_file' as const
  return file.content === null ? ('too_large' as const) : ('present' as const)
}
