import { jobResult, resultBase } from '../../api/jobs.ts'
import { executedBy } from '../../domain/executed-paths.ts'
import { base64Bytes, isDeletion } from '../../domain/result.ts'
import type { JobResultView } from '../../usecases/jobs/read-job-result.ts'
import type { ResultBase } from '../../usecases/jobs/read-result-base.ts'
import { toWire } from '../to-wire.ts'
import { withoutResult } from './shown-evidence.ts'

export function toJobResultReply({ result, isContentReleased, verdicts }: JobResultView) {
  return toWire(jobResult, {
    ...result,
    isContentReleased,
    resultCommitment: result.commitment,
    resultDocument: { ...result.document },
    files: result.changes.map((change) => ({
      path: change.path,
      mode: isDeletion(change) ? null : change.mode,
      bytes: isDeletion(change) ? 0 : base64Bytes(change.content),
      executedBy: executedBy(change.path),
    })),
    changes: isContentReleased ? result.changes : null,
    summary: isContentReleased ? result.summary : null,
    verdicts: verdicts.map((row) => ({
      agent: row.agentAddress,
      outcome: row.verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
      evidenceHash: row.evidenceHash ?? `0x${'0'.repeat(64)}`,
      // A command can print the result, which is its worker's until it is paid.
      evidence: isContentReleased ? row.evidence : withoutResult(row.evidence),
      recorded: row.state === 'RECORDED',
    })),
    submittedAt: result.createdAt,
  })
}

export function toResultBaseReply({ id, path, baseCommit, file }: ResultBase) {
  const { bytes, content } = file?.kind === 'file' ? file : { bytes: null, content: null }
  return toWire(resultBase, { onchainJobId: id, baseCommit, path, state: stateOf(file), bytes, content })
}

function stateOf(file: ResultBase['file']) {
  if (!file) return 'absent' as const
  if (file.kind === 'other') return 'not_a_file' as const
  return file.content === null ? ('too_large' as const) : ('present' as const)
}
