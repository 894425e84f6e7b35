import { expect, test } from 'vitest'
import type { CommandJudgement, Run } from './judge.ts'
import { plainAmong } from './plain-run.ts'

const command = { name: 'c', argv: ['c'], expect: 'passes', report: 'none', expected_tests: [] } as const
const judgement = { command, base: null, result: null, rerun: null, tests: null, code: 'passed', reason: '' } as const
const hung = 124
const ran = (exitCode: number): Run => {
  const stoppedBy = exitCode === hung ? 'time' : null
  return { exitCode, stoppedBy, durationMs: 1, outputSha256: '', outputTail: '', lastLine: '', seen: [] }
}

type Options = { named?: boolean; shared?: boolean; sharedAfter?: number; hasTime?: boolean }

/** Controls, which all fail, beside plain runs that exit with these codes in turn. */
async function among(controls: number, codes: number[], options: Options = {}) {
  const { named = false, shared, sharedAfter = 1, hasTime = true } = options
  const calls: string[] = []
  const plain = plainAmong({
    judgement: judgement as unknown as CommandJudgement,
    tree: 'result',
    tests: named ? ({} as never) : undefined,
    seconds: 7,
    hasTime: () => hasTime,
    run: async (_tree, _command, { seconds } = {}) => {
      const isPlain = seconds === 7
      calls.push(isPlain ? 'plain' : 'control')
      return ran(!isPlain ? 1 : (codes.shift() ?? 0))
    },
  })
  for (let at = 0; at < controls; at += 1) {
    await plain.run('result', command as never, { seconds: 1 })
    if (at + 1 === sharedAfter && shared !== undefined) plain.share(shared)
  }
  const differing = await plain.differing()
  await plain.ended()
  return { differing, calls, plain: calls.filter((call) => call === 'plain').length }
}

test.each([
  ['passes', [0], undefined],
  ['fails once and then passes three times', [1, 0, 0, 0], undefined],
  ['fails twice', [1, 1], 1],
  ['does not end, twice', [hung, hung], hung],
  ['fails, passes and fails', [1, 0, 1], 1],
])('a result with a report that %s among its controls', async (_, codes, exitCode) => {
  const { differing } = await among(8, [...codes], { named: true, shared: false })
  expect(differing?.exitCode).toBe(exitCode)
})

test('a result that passes by lot is found out where the exit code alone decides', async () => {
  expect((await among(8, [0, 0, 1, 1, 1, 1, 1, 1], { shared: false })).differing?.exitCode).toBe(1)
  expect(await among(8, [], { shared: false })).toMatchObject({ differing: undefined, plain: 3 })
})

test('a run that was needed anyway and showed the result as it was judged stands for one plain run', async () => {
  expect((await among(8, [], { shared: true })).plain).toBe(2)
  expect((await among(8, [], { shared: true, named: true })).plain).toBe(0)
  expect((await among(8, [], { shared: false, named: true })).plain).toBe(1)
})

test('the place of a plain run cannot be foreseen, and it is made however few controls there are', async () => {
  const places = { own: new Set<number>(), afterShared: new Set<number>() }
  for (let tries = 0; tries < 200; tries += 1) {
    places.own.add((await among(8, [])).calls.indexOf('plain'))
    places.afterShared.add((await among(8, [], { named: true, shared: false })).calls.indexOf('plain'))
  }
  expect([...places.own].sort()).toEqual([0, 1, 2, 3, 4])
  expect([...places.afterShared].sort()).toEqual([1, 2, 3])
  for (const named of [true, false]) {
    expect((await among(1, [], { named })).plain).toBe(named ? 1 : 3)
    expect((await among(1, [], { named, shared: false })).plain).toBe(named ? 1 : 3)
  }
})

test('without time for it nothing is said of the result', async () => {
  expect(await among(8, [1, 1], { hasTime: false })).toMatchObject({ differing: undefined, plain: 0 })
})
