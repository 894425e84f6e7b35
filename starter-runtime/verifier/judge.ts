import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { VerdictCode } from '#lib/domain/verdict-rules.ts'
import type { Command } from '../documents.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import { compareReports, compareSteady, isReadable, type NamedTests, type TestFindings } from './named-tests.ts'

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
 * So many runs in a row have to pass once one has failed. With a verdict that is neither PASS nor FAIL, a result that fails
 * by turns would earn the share for undecided results.
 */
const passesAfterFailure = 3

/**
 * What one command says about a result. The result's failure counts only when it repeats, or when the runs after it do not
 * all pass. A command that must fail on the base runs on both at once;
 * for another one with a report the base runs first and alone, since the tests that pass there are what the result is
 * held to.
 */
export async function judgeCommand(command: Command, runOn: RunOn, tests?: NamedTests): Promise<CommandJudgement> {
  const { name } = command
  const conclude = (code: VerdictCode, reason: string, judged: Judged): CommandJudgement => {
    return { command, base: null, result: null, rerun: null, tests: null, ...judged, code, reason }
  }
  const mustFail = command.expect === 'fails_then_passes'
  const runs = mustFail ? await bothOf(command, runOn, tests) : undefined
  const base = runs?.base ?? (tests ? await runOn('base', command) : null)
  if (mustFail && base?.exitCode === 0)
    return conclude('base_passes', `“${name}” passes on the base already.`, { base })
  if (base?.stoppedBy === 'cancelled')
    return conclude('out_of_time', `“${name}” ran out of time on the base.`, { base })
  const result = runs?.result ?? (await runOn('result', command))
  if (result.exitCode === 0 && base && tests) return judgeTests({ command, tests, base, result }, runOn, conclude)
  if (result.exitCode === 0) return conclude('passed', `“${name}” passes.`, { base, result })
  return judgeFailure({ command, tests, base, result }, runOn, conclude)
}

/**
 * Both come to their end, also when one throws: a run that is left behind would lose its folder. A base that reached a limit
 * runs again alone, so that no result can take the time in which the base would have named its tests.
 */
async function bothOf(command: Command, runOn: RunOn, tests?: NamedTests): Promise<{ base: Run; result: Run }> {
  const running = [runOn('base', command), runOn('result', command)] as const
  await Promise.allSettled(running)
  const [base, result] = [await running[0], await running[1]]
  const isDoubtful = tests && base.stoppedBy !== null && base.stoppedBy !== 'cancelled'
  return { base: isDoubtful ? await runOn('base', command) : base, result }
}

type Sides = { command: Command; tests: NamedTests | undefined; base: Run | null; result: Run }

/** What a first run that failed says: it counts when it cannot be explained by this machine, and is not followed by passes. */
async function judgeFailure(
  { command, tests, base, result }: Sides,
  runOn: RunOn,
  conclude: Conclude,
): Promise<CommandJudgement> {
  const { name } = command
  if (!isStarted(result)) {
    const onBase = base ?? (await runOn('base', command))
    return isStarted(onBase)
      ? conclude('program_removed', `“${name}” can be started on the base, but not on the result.`, {
          base: onBase,
          result,
        })
      : conclude('program_missing', `“${name}” cannot be started here.`, { base: onBase, result })
  }
  const rerun = await runOn('result', command)
  if (rerun.exitCode === 0) {
    const steady = await passOn(rerun, () => runOn('result', command))
    if (steady.exitCode !== 0) return unsteady(name, { base, result, rerun: steady }, conclude)
    const judged = { base, result, rerun: steady }
    if (!base || !tests) return conclude('passed', `“${name}” passes, after it failed once.`, judged)
    const judgement = await judgeTests({ command, tests, base, result: steady }, runOn, conclude)
    return { ...judgement, result, rerun: judgement.rerun ?? steady }
  }
  if (rerun.stoppedBy === 'cancelled')
    return conclude('out_of_time', `“${name}” ran out of time.`, { base, result, rerun })
  const judged = { base, result, rerun }
  return result.stoppedBy
    ? conclude(
        'limit_reached',
        `“${name}” reaches a limit (${result.stoppedBy}) on the result, and fails again.`,
        judged,
      )
    : conclude('result_fails', `“${name}” fails on the result, twice.`, judged)
}

/**
 * Holds the reports of two runs against each other. A test that is missing counts only when the base names it again and
 * the result lacks it again.
 */
async function judgeTests(
  { command, tests, base, result }: { command: Command; tests: NamedTests; base: Run; result: Run },
  runOn: RunOn,
  conclude: Conclude,
): Promise<CommandJudgement> {
  const { name } = command
  const first = await compareReports(command, tests, { base: base.tests, result: result.tests })
  if (isComplete(first)) return conclude('passed', `“${name}” passes.`, { base, result, tests: first })
  const baseAgain = await runOn('base', command)
  const steady = await compareSteady(first, tests, baseAgain.tests)
  if (baseAgain.stoppedBy === 'cancelled')
    return conclude('out_of_time', `“${name}” ran out of time.`, { base, result, tests: steady })
  if (base.tests && !baseAgain.tests)
    return conclude('rerun_differs', `“${name}” reports its tests in one run of two on the base.`, {
      base,
      result,
      tests: first,
    })
  if (isComplete(steady)) return conclude('passed', `“${name}” passes.`, { base, result, tests: steady })
  const rerun = await runOn('result', command)
  const again = await compareSteady({ ...steady, result: rerun.tests }, tests, base.tests)
  const judged = { base, result, rerun, tests: again }
  if (rerun.stoppedBy === 'cancelled') return conclude('out_of_time', `“${name}” ran out of time.`, judged)
  if (rerun.exitCode !== 0) return unsteady(name, judged, conclude)
  if (!isComplete(again)) return conclude('expected_test_missing', missingText(name, again), judged)
  const isWhole = async (run: Run) =>
    isComplete(await compareSteady({ ...steady, result: run.tests }, tests, base.tests))
  const last = await passOn(rerun, () => runOn('result', command), isWhole)
  return last.exitCode === 0 && (await isWhole(last))
    ? conclude('passed', `“${name}” passes, after a run without every expected test.`, { ...judged, rerun: last })
    : unsteady(name, { ...judged, rerun: last }, conclude)
}

/** Runs on after a run that passed, until enough in a row have; gives the one that did not, or the last. */
export async function passOn(first: Run, again: () => Promise<Run>, isWhole = async (_: Run) => true): Promise<Run> {
  let last = first
  for (let passes = 1; passes < passesAfterFailure; passes += 1) {
    last = await again()
    if (last.exitCode !== 0 || !(await isWhole(last))) return last
  }
  return last
}

/** Whether a further run of a result that passed says the same: it exits with 0 and names every expected test as passed. */
export async function saysTheSame({ tests: found, base }: CommandJudgement, run: Run, tests?: NamedTests) {
  if (run.exitCode !== 0) return false
  return !found || !tests || isComplete(await compareSteady({ ...found, result: run.tests }, tests, base?.tests))
}

type Conclude = (code: VerdictCode, reason: string, judged: Judged) => CommandJudgement

function unsteady(name: string, judged: Judged, conclude: Conclude): CommandJudgement {
  if (judged.rerun?.stoppedBy === 'cancelled') return conclude('out_of_time', `“${name}” ran out of time.`, judged)
  return conclude('result_unsteady', `“${name}” passes in one run and not in another.`, judged)
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
