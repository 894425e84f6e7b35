import { nameSeparator, type ReportedTest, type TestStatus } from './test-report.ts'
import type { VerificationCommand } from './verification-command.ts'

/**
 * What a result has to report as passed. A name that stands here twice has to be reported twice. With `nothing` the exit
 * code alone decides.
 */
export type ExpectedTests = {
  from: 'draft' | 'base' | 'nothing'
  /** Names as the base reported them, with all suites. */
  whole: string[]
  /** Names that stand for any reported one that ends with them, from a suite or the test itself on. */
  ends: string[]
}

/** What a test was on the base for it to be demanded of the result. */
const demanded: Record<VerificationCommand['expect'], readonly TestStatus[]> = {
  // The whole command has to pass then, so a test that failed has to pass too.
  fails_then_passes: ['passed', 'failed'],
  // A command that may fail on the base asks for nothing that failed there.
  passes: ['passed'],
}

/**
 * What a command's result is held to. Names of the draft stand alone. Without them it is what the base reported, but for
 * tests that were skipped there, and what a listing of acceptance files finds beyond it.
 */
export function expectTests(facts: {
  expect: VerificationCommand['expect']
  named: readonly string[]
  /** Undefined when the base's report could not be read. */
  base: readonly ReportedTest[] | undefined
  listed: readonly string[]
}): ExpectedTests {
  const { expect, named, base = [], listed } = facts
  if (named.length > 0) return { from: 'draft', whole: [], ends: [...named] }
  const whole = base.filter(({ status }) => demanded[expect].includes(status)).map(({ name }) => name)
  const ends = listed.filter((name) => !base.some((test) => fits(name, test)))
  return { from: whole.length + ends.length > 0 ? 'base' : 'nothing', whole, ends }
}

/**
 * The part of it that a second report of the base has too: a name that changes between runs says nothing about a
 * result.
 */
export function steadyTests(expected: ExpectedTests, again: readonly ReportedTest[] | undefined): ExpectedTests {
  const left = countsOf((again ?? []).map(({ name }) => name))
  const whole = expected.whole.filter((name) => {
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0
  })
  const isEmpty = whole.length + expected.ends.length === 0
  return { from: isEmpty ? 'nothing' : expected.from, whole, ends: expected.ends }
}

export type ComputedNames = {
  base: readonly ReportedTest[]
  /** Whether a test's own name stands in one of the client's test files as it is. */
  isWritten: (name: string) => boolean
}

/** Expected names that a result reports as passed less often than it has to, each once. */
export function missingTests(
  { whole, ends }: ExpectedTests,
  result: readonly ReportedTest[],
  computed?: ComputedNames,
): string[] {
  const passed = result.filter(({ status }) => status === 'passed')
  const counts = countsOf(passed.map(({ name }) => name))
  const missing = [...countsOf(whole)].filter(([name, count]) => (counts.get(name) ?? 0) < count).map(([name]) => name)
  const missingEnds = [...countsOf(ends)]
    .filter(([name, count]) => passed.filter((test) => fits(name, test)).length < count)
    .map(([name]) => name)
  return [...(computed ? withoutRenamed(missing, result, computed) : missing), ...missingEnds]
}

/**
 * A name that is put together at run time, as from a value of the tested code, may be another one on the result: one that
 * is gone is made up for by a new one that passed in the same suite. Names that are written out are never made up for.
 */
function withoutRenamed(
  missing: readonly string[],
  result: readonly ReportedTest[],
  { base, isWritten }: ComputedNames,
): string[] {
  const before = new Set(base.map(({ name }) => name))
  const after = new Set(result.map(({ name }) => name))
  const fresh = result.filter(
    ({ name, status }) => status === 'passed' && !before.has(name) && !isWritten(ownName(name)),
  )
  const spare = countsOf(fresh.map(({ name }) => suiteOf(name)))
  return missing.filter((name) => {
    const left = spare.get(suiteOf(name)) ?? 0
    if (left === 0 || after.has(name) || isWritten(ownName(name))) return true
    spare.set(suiteOf(name), left - 1)
    return false
  })
}

function fits(name: string, test: ReportedTest): boolean {
  return test.name === name || test.name.endsWith(`${nameSeparator}${name}`)
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function suiteOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(nameSeparator)))
}

function ownName(name: string): string {
  const suite = suiteOf(name)
  return suite === '' ? name : name.slice(suite.length + nameSeparator.length)
}
