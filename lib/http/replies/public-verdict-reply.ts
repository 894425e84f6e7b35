import type { z } from 'zod'
import { evidence } from '#lib/api/evidence.ts'
import type { SeatRow } from '#lib/data/seats.ts'

type Evidence = z.output<typeof evidence>
type Run = Evidence['commands'][number]['result']
type Control = NonNullable<Evidence['controls']>[number]

export function toPublicVerdict({ attempt, agentAddress, verdict, evidenceHash, evidence: document }: SeatRow) {
  return {
    attempt,
    agent: agentAddress,
    outcome: verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
    evidence_hash: evidenceHash,
    evidence: withoutOutput(document),
  }
}

/** An altered value is named by its line. */
const unnamed = ({ kind }: Control) => (kind === 'mutant' ? { name: '', file: null } : {})

/** Neither what the commands printed nor lines of the result, which belongs to its client, or to nobody yet. */
export function withoutOutput(document: SeatRow['evidence']) {
  const { data: seen } = evidence.safeParse(document)
  if (!seen) return null
  const silent = (run: Run) => run && { ...run, output_tail: '' }
  return {
    ...seen,
    commands: seen.commands.map((command) => ({
      ...command,
      ...{ base: silent(command.base), result: silent(command.result), rerun: silent(command.rerun) },
    })),
    ...(seen.controls && {
      controls: seen.controls.map((control) => ({ ...control, ...unnamed(control), run: silent(control.run) })),
    }),
    ...(seen.marks && { marks: seen.marks.map(({ code }) => ({ code, text: '' })) }),
  }
}
