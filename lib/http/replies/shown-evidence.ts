import type { z } from 'zod'
import { evidence } from '../../api/evidence.ts'

type Evidence = z.output<typeof evidence>
type Run = Evidence['commands'][number]['result']
type Control = NonNullable<Evidence['controls']>[number]

/** An altered value is named by its line. */
const unnamed = ({ kind }: Control) => (kind === 'mutant' ? { name: '', file: null } : {})

/** Neither what the commands printed nor lines of the result, which belongs to its client; null for an unknown form. */
export function withoutOutput(document: Record<string, unknown> | null): Evidence | null {
  const { data: seen } = evidence.safeParse(document)
  if (!seen) return null
  const silent = (run: Run) => run && { ...run, output_tail: '' }
  return {
    ...seen,
    commands: seen.commands.map((command) => ({
      ...command,
      base: silent(command.base),
      result: silent(command.result),
      rerun: silent(command.rerun),
    })),
    ...(seen.controls && {
      controls: seen.controls.map((control) => ({ ...control, ...unnamed(control), run: silent(control.run) })),
    }),
    ...(seen.marks && { marks: seen.marks.map(({ code }) => ({ code, text: '' })) }),
  }
}

/**
 * The same of a result that nobody has paid for. Its client wrote the commands, so a digest of four letters or an exit code of
 * eight bits tells as much of the result, and so do seconds that a command sleeps: of each run on it, only whether it passed
 * is left.
 */
export function withoutResult(document: Record<string, unknown> | null) {
  const seen = withoutOutput(document)
  if (!seen) return null
  return {
    ...seen,
    commands: seen.commands.map((command) => ({
      ...command,
      result: endOf(command.result),
      rerun: endOf(command.rerun),
    })),
    ...(seen.controls && { controls: seen.controls.map((control) => ({ ...control, run: endOf(control.run) })) }),
  }
}

function endOf(run: Run) {
  return run && { exit_code: plainCode(run) }
}

/** 0 for a run that passed, 1 for any that failed. */
export function plainCode({ exit_code: code }: { exit_code: number | null }): number | null {
  return code === null ? null : Math.min(code, 1)
}
