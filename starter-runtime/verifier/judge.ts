import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import type { Policy } from '../documents.ts'
import type { RunOutcome } from '../isolation/isolation.ts'

export type Command = Policy['commands'][number]
export type Side = 'base' | 'result'
/** A run in a fresh checkout of one side. */
export type RunOn = (side: Side, command: Command) => Promise<RunOutcome>
export type CommandJudgement = {
  command: Command
  base: RunOutcome | null
  result: RunOutcome | null
  rerun: RunOutcome | null
  code: VerdictCode
  reason: string
}

/** What one command says about a result. The result's failure counts only when it repeats. */
export async function judgeCommand(command: Command, runOn: RunOn): Promise<CommandJudgement> {
  const name = command.name
  const base = command.expect === 'fails_then_passes' ? await runOn('base', command) : null
  if (base?.exitCode === 0) return told('base_passes', `“${name}” passes on the base already.`, { base })
  if (base?.stoppedBy === 'cancelled') return told('out_of_time', `“${name}” ran out of time on the base.`, { base })
  const result = await runOn('result', command)
  if (result.exitCode === 0) return told('passed', `“${name}” passes.`, { base, result })
  if (!isStarted(result)) return judgeUnstarted(command, runOn, base, result)
  const rerun = await runOn('result', command)
  if (rerun.exitCode === 0)
    return told('rerun_differs', `“${name}” fails once and passes once.`, { base, result, rerun })
  if (rerun.stoppedBy === 'cancelled') return told('out_of_time', `“${name}” ran out of time.`, { base, result, rerun })
  const code = result.stoppedBy ? 'limit_reached' : 'result_fails'
  return told(code, `“${name}” fails on the result, twice.`, { base, result, rerun })

  function told(
    code: VerdictCode,
    reason: string,
    runs: { base?: RunOutcome | null; result?: RunOutcome; rerun?: RunOutcome },
  ): CommandJudgement {
    return { command, base: null, result: null, rerun: null, ...runs, code, reason }
  }
}

/** A program that is nowhere to be found is this machine's lack; one that only the result lacks is the result's fault. */
async function judgeUnstarted(
  command: Command,
  runOn: RunOn,
  known: RunOutcome | null,
  result: RunOutcome,
): Promise<CommandJudgement> {
  const base = known ?? (await runOn('base', command))
  const isMissing = !isStarted(base)
  return {
    ...{ command, base, result, rerun: null },
    code: isMissing ? 'program_missing' : 'program_removed',
    reason: isMissing
      ? `“${command.name}” cannot be started here.`
      : `“${command.name}” can be started on the base, but not on the result.`,
  }
}

function isStarted(run: RunOutcome): boolean {
  return run.exitCode !== 126 && run.exitCode !== 127
}
