import type { z } from 'zod'
import { evidence } from '#lib/api/evidence.ts'
import type { SeatRow } from '#lib/data/seats.ts'

type Run = z.output<typeof evidence>['commands'][number]['result']

export function toPublicVerdict({ attempt, agentAddress, verdict, evidenceHash, evidence: document }: SeatRow) {
  return {
    attempt,
    agent: agentAddress,
    outcome: verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
    evidence_hash: evidenceHash,
    evidence: withoutOutput(document),
  }
}

function withoutOutput(document: SeatRow['evidence']) {
  const { data: seen } = evidence.safeParse(document)
  if (!seen) return null
  const silent = (run: Run) => run && { ...run, output_tail: '' }
  return {
    ...seen,
    commands: seen.commands.map((command) => ({
      ...command,
      ...{ base: silent(command.base), result: silent(command.result), rerun: silent(command.rerun) },
    })),
    ...(seen.controls && { controls: seen.controls.map((control) => ({ ...control, run: silent(control.run) })) }),
  }
}
