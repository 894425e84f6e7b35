import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import type { Policy } from '../documents.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import { compareReports, compareSteady, isReadable, type NamedTests, type TestFindings } from './named-tests.ts'

export type Command = Policy['commands'][number]
export type Side = 'base' | 'result'
/** What a run did, with the tests of its report; undefined when it has none that could be read. */
export type Run = RunOutcome & { tests?: readonly ReportedTest[] | undefined }
/** A run in a fresh checkout of one side. */
export type RunOn = (side: Side, command: Command) => Promise<Run>
export type CommandJudgement = {
  command: Command
  base: Run | null
  result: Run | null
  rerun: Run | null
  /** Null where the exit code alone decides, or decided before the report was read. */
  tests: TestFindings | null
  code: VerdictCode
  reason: string
}
type Judged = Partial<Pick<CommandJudgement, 'base' | 'result' | 'rerun' | 'tests'>>

/**
 * What one command says about a result. The result's failure counts only when it repeats. With a report the base runs
 * first whatever it is expected to do, since the tests that it names are what the result is held to.
 */
export async function judgeCommand(command: Command, runOn: RunOn, tests?: NamedTests): Promise<CommandJudgement> {
  const { name } = command
  const told = (code: VerdictCode, reason: string, judged: Judged): CommandJudgement => {
    return { command, base: null, result: null, rerun: null, tests: null, ...judged, code, reason }
  }
  const mustFail = command.expect === 'fails_then_passes'
  const base = mustFail || tests ? await runOn('base', command) : null
  if (mustFail && base?.exitCode === 0) return told('base_passes', `“${name}” passes on the base already.`, { base })
  if (base?.stoppedBy === 'cancelled') return told('out_of_time', `“${name}” ran out of time on the base.`, { base })
  const result = await runOn('result', command)
  if (result.exitCode === 0 && base && tests) return judgeTests({ command, tests, base, result }, runOn, told)
  if (result.exitCode === 0) return told('passed', `“${name}” passes.`, { base, result })
  if (!isStarted(result)) {
    const onBase = base ?? (await runOn('base', command))
    return isStarted(onBase)
      ? told('program_removed', `“${name}” can be started on the base, but not on the result.`, {
          base: onBase,
          result,
        })
      : told('program_missing', `“${name}” cannot be started here.`, { base: onBase, result })
  }
  const rerun = await runOn('result', command)
  if (rerun.exitCode === 0)
    return told('rerun_differs', `“${name}” fails once and passes once.`, { base, result, rerun })
  if (rerun.stoppedBy === 'cancelled') return told('out_of_time', `“${name}” ran out of time.`, { base, result, rerun })
  const code = result.stoppedBy ? 'limit_reached' : 'result_fails'
  return told(code, `“${name}” fails on the result, twice.`, { base, result, rerun })
}

/**
 * Holds the reports of two runs against each other. A test that is missing counts only when the base names it again and
 * the result lacks it again.
 */
async function judgeTests(
  { command, tests, base, result }: { command: Command; tests: NamedTests; base: Run; result: Run },
  runOn: RunOn,
  told: (code: VerdictCode, reason: string, judged: Judged) => CommandJudgement,
): Promise<CommandJudgement> {
  const { name } = command
  const first = await compareReports(command, tests, { base: base.tests, result: result.tests })
  if (isComplete(first)) return told('passed', `“${name}” passes.`, { base, result, tests: first })
  const baseAgain = await runOn('base', command)
  const steady = await compareSteady(first, tests, baseAgain.tests)
  if (baseAgain.stoppedBy === 'cancelled')
    return told('out_of_time', `“${name}” ran out of time.`, { base, result, tests: steady })
  if (base.tests && !baseAgain.tests)
    return told('rerun_differs', `“${name}” reports its tests in one run of two on the base.`, {
      base,
      result,
      tests: first,
    })
  if (isComplete(steady)) return told('passed', `“${name}” passes.`, { base, result, tests: steady })
  const rerun = await runOn('result', command)
  const again = await compareSteady({ ...steady, result: rerun.tests }, tests, base.tests)
  const judged = { base, result, rerun, tests: again }
  if (rerun.stoppedBy === 'cancelled') return told('out_of_time', `“${name}” ran out of time.`, judged)
  if (rerun.exitCode !== 0) return told('rerun_differs', `“${name}” passes once and fails once.`, judged)
  if (isComplete(again))
    return told('rerun_differs', `“${name}” reports every expected test in one run of two.`, judged)
  return told('expected_test_missing', missingText(name, again), judged)
}

function isComplete(findings: TestFindings): boolean {
  return isReadable(findings) && findings.missing.length === 0
}

const namedMax = 3

function missingText(command: string, { missing, result }: TestFindings): string {
  if (!result) return `“${command}” passes, but its report on the result cannot be read.`
  const named = missing.slice(0, namedMax).map((test) => `“${test.slice(0, 200)}”`)
  const more = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : ''
  return `“${command}” passes, but does not report ${named.join(', ')}${more} as passed.`
}

function isStarted(run: RunOutcome): boolean {
  return run.exitCode !== 126 && run.exitCode !== 127
}
