import type { z } from 'zod'
import { evidence } from '../../api/evidence.ts'
import { failedAttempt, failedAttemptAccount } from '../../api/failed-attempts.ts'
import type { FailedAttempt } from '../../data/failed-attempts.ts'
import type { SeatRow } from '../../data/seats.ts'
import { nextAfterFailure } from '../../domain/after-failure.ts'
import { toWire } from '../to-wire.ts'
import { plainCode } from './shown-evidence.ts'

type Run = z.output<typeof evidence>['commands'][number]['result']

type Reader = 'owner' | 'another'

/** `owner` is that of the agent whose result it was; nobody else has a right to what its runs printed. */
export function toFailedAttemptReply(row: FailedAttempt, reader: Reader) {
  return toWire(failedAttempt, describeAttempt(row, reader))
}

function describeAttempt(row: FailedAttempt, reader: Reader) {
  const { isEvidenceHidden: isHidden } = row
  return {
    ...row,
    worker: row.agentAddress,
    outcome: row.isRejected ? ('rejected' as const) : ('undecided' as const),
    verdicts: row.verdicts.flatMap((seat) => toVerdict(seat, { isHidden, reader })),
  }
}

/** For the client and the owner of the worker. */
export function toFailedAttemptAccount(row: FailedAttempt, reader: Reader) {
  return toWire(failedAttemptAccount, {
    ...describeAttempt(row, reader),
    failedCommands: row.isEvidenceHidden ? [] : failedCommands(row.verdicts),
    cost: row.fees,
    remaining: { attempts: row.isJobEnded ? 0 : row.attemptsLeft, held: row.held },
    nextSteps: nextAfterFailure({ ...row, isEnded: row.isJobEnded }),
  })
}

/** Each command once, in the order of the policy, with the missing tests of the verifier that named most of them. */
function failedCommands(panel: readonly SeatRow[]) {
  const commands = panel
    .filter(({ verdict }) => verdict === 'FAIL')
    .flatMap((seat) => evidence.safeParse(seat.evidence).data?.commands ?? [])
  const named = new Map<string, { name: string; missing_count: number; missing: string[] }>()
  for (const { name, result, rerun, tests } of commands) {
    const last = rerun ?? result
    const { missing_count = 0, missing = [] } = tests ?? {}
    const hasFailed = (last !== null && last.exit_code !== 0) || missing_count > 0
    const known = named.get(name)
    if (hasFailed && (!known || known.missing_count < missing_count)) named.set(name, { name, missing_count, missing })
  }
  return [...named.values()]
}

function toVerdict(
  { agentAddress, verdict, evidence: document, evidenceHash }: SeatRow,
  { isHidden, reader }: { isHidden: boolean; reader: Reader },
) {
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
      result: toRun(result, reader),
      rerun: toRun(rerun, reader),
    })),
  }
}

function toRun(run: Run, reader: Reader = 'owner') {
  if (!run || reader === 'owner') return run && { exit_code: run.exit_code, output_sha256: run.output_sha256 }
  return { exit_code: plainCode(run), output_sha256: '' }
}
