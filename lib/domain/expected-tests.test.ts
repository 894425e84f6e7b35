import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExpectedTests, expectTests, missingTests, steadyTests } from './expected-tests.ts'
import type { ReportedTest, TestStatus } from './test-report.ts'

const report = (status: TestStatus, ...names: string[]): ReportedTest[] => names.map((name) => ({ name, status }))
const base = [
  ...report('passed', 's > a', 's > a', 'b'),
  ...report('failed', 'f'),
  ...report('skipped', 'k'),
  ...report('todo', 't'),
]
const facts = { named: [], base, listed: [] }
const whole = (...names: string[]): ExpectedTests => ({ from: 'base', whole: names, ends: [] })
const ends = (...names: string[]): ExpectedTests => ({ from: 'draft', whole: [], ends: names })

test('a command that may fail on the base demands what passed there', () => {
  expect(expectTests({ ...facts, expect: 'passes' })).toEqual(whole('s > a', 's > a', 'b'))
})

test('a command that has to fail on the base demands what failed there, too', () => {
  expect(expectTests({ ...facts, expect: 'fails_then_passes' })).toEqual(whole('s > a', 's > a', 'b', 'f'))
})

test('names of the draft stand alone', () => {
  const named = ['a', 'new']
  expect(expectTests({ ...facts, named, listed: ['x'], expect: 'passes' })).toEqual(ends('a', 'new'))
})

test('listed tests are added unless the base reported them, in whatever state', () => {
  const listed = ['x', 'a', 'k', 'f', 's > a']
  expect(expectTests({ ...facts, listed, expect: 'passes' }).ends).toEqual(['x'])
})

test.each([
  ['no report', undefined],
  ['a report without tests', []],
  ['a report of skipped tests', report('skipped', 'k')],
])('%s of the base leaves nothing to expect', (_, reported) => {
  expect(expectTests({ ...facts, base: reported, expect: 'fails_then_passes' }).from).toBe('nothing')
  expect(expectTests({ ...facts, base: reported, listed: ['x'], expect: 'passes' }).from).toBe('base')
})

test.each<[string, ExpectedTests, ReportedTest[], string[]]>([
  ['passed', whole('s > a', 'b'), report('passed', 'b', 's > a', 'more'), []],
  ['gone', whole('a', 'b'), report('passed', 'b'), ['a']],
  ['skipped', whole('a'), report('skipped', 'a'), ['a']],
  ['marked as todo', whole('a'), report('todo', 'a'), ['a']],
  ['failed', whole('a'), report('failed', 'a'), ['a']],
  ['reported less often', whole('a', 'a'), [...report('passed', 'a'), ...report('skipped', 'a')], ['a']],
  ['in another suite', whole('s > a'), report('passed', 'r > a', 'a'), ['s > a']],
  ['whose name another suite has', whole('a'), report('passed', 's > a'), ['a']],
  ['of the draft in a suite', ends('a', 'r > a'), report('passed', 'q > r > a', 'a'), []],
  ['of the draft whose name only ends alike', ends('a'), report('passed', 'ba', 's >a'), ['a']],
  ['of the draft that is skipped', ends('a'), report('skipped', 's > a'), ['a']],
  ['of the draft that is named twice', ends('a', 'a'), report('passed', 's > a'), ['a']],
])('a test that is %s', (_, expected, result, missing) => {
  expect(missingTests(expected, result)).toEqual(missing)
})

const unwritten = { base: report('failed', 'f(1) is 3', 's > f(2) is 4'), isWritten: (name: string) => name.length < 3 }

test.each<[string, ExpectedTests, ReportedTest[], string[]]>([
  ['is made up for by a new one', whole('f(1) is 3'), report('passed', 'f(1) is 2'), []],
  ['is made up for once', whole('f(1) is 3', 'f(9) is 9'), report('passed', 'f(1) is 2'), ['f(9) is 9']],
  ['is not made up for in another suite', whole('s > f(2) is 4'), report('passed', 'f(2) is 5'), ['s > f(2) is 4']],
  ['is not made up for by what is skipped', whole('f(1) is 3'), report('skipped', 'f(1) is 2'), ['f(1) is 3']],
  ['is not made up for by what was there', whole('f(1) is 3'), report('passed', 's > f(2) is 4'), ['f(1) is 3']],
  ['is not made up for by what is written', whole('f(1) is 3'), report('passed', 'ab'), ['f(1) is 3']],
  [
    'that is skipped is missing',
    whole('f(1) is 3'),
    [...report('skipped', 'f(1) is 3'), ...report('passed', 'f(1) is 2')],
    ['f(1) is 3'],
  ],
  ['that is written out is missing', whole('ab'), report('passed', 'f(1) is 2'), ['ab']],
  ['of the draft is missing', ends('f(1) is 3'), report('passed', 'f(1) is 2'), ['f(1) is 3']],
])('a name that is put together and gone %s', (_, expected, result, missing) => {
  expect(missingTests(expected, result, unwritten)).toEqual(missing)
})

test('what the base does not report again is not expected', () => {
  const expected = whole('a', 'a', 'at 12:01', 'b')
  const again = [...report('passed', 'a', 'at 12:02'), ...report('failed', 'b')]
  expect(steadyTests(expected, again)).toEqual(whole('a', 'b'))
  expect(steadyTests(whole('x'), undefined).from).toBe('nothing')
  expect(steadyTests(ends('x'), undefined)).toEqual(ends('x'))
})

const anyStatus = fc.constantFrom<TestStatus>('passed', 'failed', 'skipped', 'todo')
const anyName = fc.stringMatching(/^[ab]( > [ab]){0,2}$/)
const anyReport = fc.array(fc.record({ name: anyName, status: anyStatus }), { maxLength: 8 })
const anyExpect = fc.constantFrom('passes' as const, 'fails_then_passes' as const)

test('a result that passes all that the base reported misses nothing, in any order', () => {
  fc.assert(
    fc.property(anyReport, anyExpect, (reported, expectation) => {
      const expected = expectTests({ expect: expectation, named: [], base: reported, listed: [] })
      const result = reported.map(({ name }) => ({ name, status: 'passed' as const })).reverse()
      expect(missingTests(expected, result)).toEqual([])
    }),
  )
})

test('what is left out of a result that was expected is missing, whatever else it reports', () => {
  fc.assert(
    fc.property(anyReport, anyReport, anyExpect, (reported, other, expectation) => {
      const expected = expectTests({ expect: expectation, named: [], base: reported, listed: [] })
      const [name] = expected.whole
      if (name === undefined) return
      const result = other.filter((one) => one.name !== name)
      expect(missingTests(expected, result)).toContain(name)
    }),
  )
})
