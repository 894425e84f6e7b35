import type { VerdictKind } from '#lib/domain/agent.ts'
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
  verdict: VerdictKind
  reason: string
}

/** What one command says about a result. The result's failure counts only when it repeats. */
export async function judgeCommand(command: Command, runOn: RunOn): Promise<CommandJudgement> {
  const name = command.name
  const base = command.expect === 'fails_then_passes' ? await runOn('base', command) : null
  if (base?.exitCode === 0) return told('INCONCLUSIVE', `“${name}” passes on the base already.`, { base })
  if (base?.stoppedBy === 'cancelled') return told('INCONCLUSIVE', `“${name}” ran out of time on the base.`, { base })
  const result = await runOn('result', command)
  if (result.exitCode === 0) return told('PASS', `“${name}” passes.`, { base, result })
  if (!isStarted(result)) return judgeUnstarted(command, runOn, base, result)
  const rerun = await runOn('result', command)
  if (rerun.exitCode === 0)
    return told('INCONCLUSIVE', `“${name}” fails once and passes once.`, { base, result, rerun })
  if (rerun.stoppedBy === 'cancelled')
    return told('INCONCLUSIVE', `“${name}” ran out of time.`, { base, result, rerun })
  return told('FAIL', `“${name}” fails on the result, twice.`, { base, result, rerun })

  function told(
    verdict: VerdictKind,
    reason: string,
    runs: { base?: RunOutcome | null; result?: RunOutcome; rerun?: RunOutcome },
  ): CommandJudgement {
    return { command, base: null, result: null, rerun: null, ...runs, verdict, reason }
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
    verdict: isMissing ? 'CANNOT_RUN' : 'FAIL',
    reason: isMissing
      ? `“${command.name}” cannot be started here.`
      : `“${command.name}” can be started on the base, but not on the result.`,
  }
}

function isStarted(run: RunOutcome): boolean {
  return run.exitCode !== 126 && run.exitCode !== 127
}

/** One failing command is enough to fail; short of that, anything that was not decided leaves the whole undecided. */
export function judgeAll(judgements: readonly CommandJudgement[]): { verdict: VerdictKind; reason: string } {
  const order: VerdictKind[] = ['FAIL', 'CANNOT_RUN', 'INCONCLUSIVE']
  for (const verdict of order) {
    const found = judgements.find((one) => one.verdict === verdict)
    if (found) return { verdict, reason: found.reason }
  }
  return { verdict: 'PASS', reason: 'Every command does what the policy expects.' }
}
