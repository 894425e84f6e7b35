import { expect, test } from 'vitest'
import type { verdictRules } from '#lib/domain/verdict-rules.ts'
import type { Command } from '../documents.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import { judgeCommand, type Run, type Side } from './judge.ts'
import type { NamedTests } from './named-tests.ts'

const digest = { durationMs: 1, outputSha256: '0'.repeat(64), outputTail: '', lastLine: '', seen: [] }
const ran = (exitCode: number): RunOutcome => ({ ...digest, exitCode, stoppedBy: null })
const stopped = (stoppedBy: 'time' | 'cancelled'): RunOutcome => ({ ...digest, exitCode: null, stoppedBy })

type Runs = { base?: Run[]; result?: Run[] }

/** Gives out the runs in turn; asking for more than there are is an error. */
function judge(expected: Command['expect'], runs: Runs, tests?: NamedTests) {
  const left = { base: [...(runs.base ?? [])], result: [...(runs.result ?? [])] }
  return judgeCommand(
    { name: 'c', argv: ['c'], expect: expected, report: tests?.kind ?? 'none', expected_tests: [] },
    async (side: Side) => {
      const next = left[side].shift()
      if (!next) throw new Error(`one run too many on ${side}`)
      return next
    },
    tests,
  )
}

test.each<[string, 'fails_then_passes' | 'passes', Runs, keyof typeof verdictRules]>([
  ['fails, then passes', 'fails_then_passes', { base: [ran(1)], result: [ran(0)] }, 'passed'],
  ['hangs on the base, then passes', 'fails_then_passes', { base: [stopped('time')], result: [ran(0)] }, 'passed'],
  ['passes on the base', 'fails_then_passes', { base: [ran(0)], result: [ran(0)] }, 'base_passes'],
  [
    'is cut off on the base',
    'fails_then_passes',
    { base: [stopped('cancelled')], result: [stopped('cancelled')] },
    'out_of_time',
  ],
  ['fails on the result twice', 'fails_then_passes', { base: [ran(1)], result: [ran(1), ran(1)] }, 'result_fails'],
  ['hangs on the result twice', 'passes', { result: [stopped('time'), stopped('time')] }, 'limit_reached'],
  ['fails once and then passes three times', 'passes', { result: [ran(1), ran(0), ran(0), ran(0)] }, 'passed'],
  ['fails, passes and fails', 'passes', { result: [ran(1), ran(0), ran(1)] }, 'result_unsteady'],
  ['fails, passes twice and fails', 'passes', { result: [ran(1), ran(0), ran(0), ran(1)] }, 'result_unsteady'],
  ['is cut off after a pass', 'passes', { result: [ran(1), ran(0), stopped('cancelled')] }, 'out_of_time'],
  ['is cut off in its second run', 'passes', { result: [ran(1), stopped('cancelled')] }, 'out_of_time'],
  ['passes', 'passes', { result: [ran(0)] }, 'passed'],
  ['is found nowhere', 'passes', { base: [ran(127)], result: [ran(127)] }, 'program_missing'],
  ['may be executed nowhere', 'fails_then_passes', { base: [ran(126)], result: [ran(126)] }, 'program_missing'],
  ['is found on the base only', 'passes', { base: [ran(0)], result: [ran(127)] }, 'program_removed'],
  ['is found on the result only', 'fails_then_passes', { base: [ran(127)], result: [ran(0)] }, 'passed'],
])('a command that %s (%s)', async (_, expected, runs, code) => {
  expect((await judge(expected, runs)).code).toBe(code)
})

const named: NamedTests = {
  kind: 'tap',
  reporter: { kind: 'tap', argvFor: () => [], isOutput: false },
  listed: [],
  readWritten: async () => () => true,
}

/** A run that exits with a code and reports these tests as passed; without a list its report cannot be read. */
const reported = (exitCode: number, names?: string[]) => ({
  ...ran(exitCode),
  tests: names?.map((name) => ({ name, status: 'passed' as const })),
})

test.each<[string, Command['expect'], { base: Run[]; result: Run[] }, keyof typeof verdictRules]>([
  [
    'names all tests of the base',
    'passes',
    { base: [reported(1, ['a'])], result: [reported(0, ['a', 'b'])] },
    'passed',
  ],
  [
    'lacks one, twice',
    'fails_then_passes',
    { base: [reported(1, ['a', 'b']), reported(1, ['a', 'b'])], result: [reported(0, ['a']), reported(0, ['a'])] },
    'expected_test_missing',
  ],
  [
    'lacks one that the base does not name again',
    'passes',
    { base: [reported(0, ['a', '12:01']), reported(0, ['a', '12:02'])], result: [reported(0, ['a', '12:03'])] },
    'passed',
  ],
  [
    'lacks one in one of two runs',
    'passes',
    {
      base: [reported(0, ['a']), reported(0, ['a'])],
      result: [reported(0, []), reported(0, ['a']), reported(0, [])],
    },
    'result_unsteady',
  ],
  [
    'lacks one in the first of four runs',
    'passes',
    {
      base: [reported(0, ['a']), reported(0, ['a'])],
      result: [reported(0, []), reported(0, ['a']), reported(0, ['a']), reported(0, ['a'])],
    },
    'passed',
  ],
  [
    'lacks one and then fails',
    'passes',
    { base: [reported(0, ['a']), reported(0, ['a'])], result: [reported(0, []), ran(1)] },
    'result_unsteady',
  ],
  [
    'has no report, twice',
    'passes',
    { base: [reported(0, ['a']), reported(0, ['a'])], result: [reported(0), reported(0)] },
    'expected_test_missing',
  ],
  [
    'has no report where the base has an empty one, twice',
    'fails_then_passes',
    { base: [reported(1, []), reported(1, [])], result: [reported(0), reported(0)] },
    'expected_test_missing',
  ],
  ['has none, as the base', 'passes', { base: [reported(0)], result: [reported(0)] }, 'passed'],
  ['has one, and the base has none', 'passes', { base: [reported(0)], result: [reported(0, ['a'])] }, 'passed'],
  [
    'lacks one where the second report of the base cannot be read',
    'passes',
    { base: [reported(0, ['a']), reported(0)], result: [reported(0, [])] },
    'rerun_differs',
  ],
  [
    'lacks one as the time runs out',
    'passes',
    { base: [reported(0, ['a']), stopped('cancelled')], result: [reported(0, [])] },
    'out_of_time',
  ],
  ['fails', 'passes', { base: [reported(0, ['a'])], result: [ran(1), ran(1)] }, 'result_fails'],
  [
    'passes on the base',
    'fails_then_passes',
    { base: [reported(0, ['a'])], result: [reported(0, ['a'])] },
    'base_passes',
  ],
  [
    'lacks one that the base names once it runs alone',
    'fails_then_passes',
    {
      base: [{ ...stopped('time'), tests: [] }, reported(1, ['a', 'b']), reported(1, ['a', 'b'])],
      result: [reported(0, ['a']), reported(0, ['a'])],
    },
    'expected_test_missing',
  ],
])('a command whose report %s (%s)', async (_, expected, runs, code) => {
  expect((await judge(expected, runs, named)).code).toBe(code)
})

test('the reason names the first tests that are missing', async () => {
  const base = ['a', 'b', 'c', 'd', 'e'].map((name) => `test ${name}`)
  const runs = { base: [reported(1, base), reported(1, base)], result: [reported(0, []), reported(0, [])] }
  const { reason, tests } = await judge('fails_then_passes', runs, named)
  expect(reason).toBe('“c” passes, but does not report “test a”, “test b”, “test c” and 2 more as passed.')
  expect(tests?.missing).toEqual(base)
})
