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

/** Controls, which all fail, beside a plain run that exits with these codes in turn. */
async function among(controls: number, codes: number[], hasTime = true) {
  const calls: string[] = []
  const plain = plainAmong({
    judgement: judgement as unknown as CommandJudgement,
    ...{ tree: 'result', tests: undefined, seconds: 7, hasTime: () => hasTime },
    run: async (_tree, _command, options) => {
      const isPlain = options?.seconds === 7
      calls.push(isPlain ? 'plain' : 'control')
      return ran(!isPlain ? 1 : (codes.shift() ?? 0))
    },
  })
  for (let at = 0; at < controls; at += 1) await plain.run('result', command as never, { seconds: 1 })
  return { differing: await plain.differing(), calls }
}

test.each([
  ['passes', [0], undefined],
  ['fails once and then passes three times', [1, 0, 0, 0], undefined],
  ['fails twice', [1, 1], 1],
  ['passes twice and then fails twice, by lot', [0, 0, 1, 1], 1],
  ['does not end, twice', [hung, hung], hung],
  ['fails, passes and fails', [1, 0, 1], 1],
])('a result that %s among its controls', async (_, codes, exitCode) => {
  expect((await among(8, [...codes])).differing?.exitCode).toBe(exitCode)
})

test('the place of the plain run cannot be foreseen, and it is made however few controls there are', async () => {
  const places = new Set<number>()
  for (let tries = 0; tries < 200; tries += 1) places.add((await among(8, [0])).calls.indexOf('plain'))
  expect([...places].sort()).toEqual([0, 1, 2, 3, 4, 5])
  for (let tries = 0; tries < 20; tries += 1) expect((await among(1, [0])).calls).toContain('plain')
})

test('without time for it nothing is said of the result', async () => {
  expect(await among(8, [1, 1], false)).toMatchObject({ differing: undefined })
})
