import type { z } from 'zod'
import { evidence } from '#lib/api/evidence.ts'
import type { FailedAttempt } from '#lib/data/failed-attempts.ts'
import type { SeatRow } from '#lib/data/seats.ts'

type Run = z.output<typeof evidence>['commands'][number]['result']

export function toFailedAttemptReply(row: FailedAttempt) {
  return {
    onchain_job_id: row.onchainJobId.toString(),
    attempt: row.attempt,
    worker: row.agentAddress,
    outcome: row.isRejected ? ('rejected' as const) : ('undecided' as const),
    ended_at: row.endedAt.toISOString(),
    is_evidence_hidden: row.isEvidenceHidden,
    verdicts: row.verdicts.flatMap((seat) => toVerdict(seat, row.isEvidenceHidden)),
  }
}

function toVerdict({ agentAddress, verdict, evidence: document, evidenceHash }: SeatRow, isHidden: boolean) {
  if (verdict === null) return []
  const { data: seen } = evidence.safeParse(isHidden ? undefined : document)
  return {
    agent: agentAddress,
    verdict,
    evidence_hash: evidenceHash,
    reason: seen?.reason ?? '',
    commands: (seen?.commands ?? []).map(({ name, base, result, rerun }) => ({
      name,
      base: toRun(base),
      result: toRun(result),
      rerun: toRun(rerun),
    })),
  }
}

function toRun(run: Run) {
  return run && { exit_code: run.exit_code, output_sha256: run.output_sha256 }
}
