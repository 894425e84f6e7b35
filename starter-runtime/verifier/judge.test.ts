import { expect, test } from 'vitest'
import type { RunOutcome } from '../isolation/isolation.ts'
import { judgeAll, judgeCommand, type Side } from './judge.ts'

const digest = { durationMs: 1, outputSha256: '0'.repeat(64), outputTail: '', lastLine: '' }
const ran = (exitCode: number): RunOutcome => ({ ...digest, exitCode, stoppedBy: null })
const stopped = (stoppedBy: 'time' | 'cancelled'): RunOutcome => ({ ...digest, exitCode: null, stoppedBy })

type Runs = { base?: RunOutcome[]; result?: RunOutcome[] }

/** Gives out the runs in turn; asking for more than there are is an error. */
function judge(expected: 'fails_then_passes' | 'passes', runs: Runs) {
  const left = { base: [...(runs.base ?? [])], result: [...(runs.result ?? [])] }
  return judgeCommand({ name: 'c', argv: ['c'], expect: expected }, async (side: Side) => {
    const next = left[side].shift()
    if (!next) throw new Error(`one run too many on ${side}`)
    return next
  })
}

test.each<[string, 'fails_then_passes' | 'passes', Runs, string]>([
  ['fails, then passes', 'fails_then_passes', { base: [ran(1)], result: [ran(0)] }, 'PASS'],
  ['hangs on the base, then passes', 'fails_then_passes', { base: [stopped('time')], result: [ran(0)] }, 'PASS'],
  ['passes on the base', 'fails_then_passes', { base: [ran(0)] }, 'INCONCLUSIVE'],
  ['is cut off on the base', 'fails_then_passes', { base: [stopped('cancelled')] }, 'INCONCLUSIVE'],
  ['fails on the result twice', 'fails_then_passes', { base: [ran(1)], result: [ran(1), ran(1)] }, 'FAIL'],
  ['hangs on the result twice', 'passes', { result: [stopped('time'), stopped('time')] }, 'FAIL'],
  ['fails once and passes once', 'passes', { result: [ran(1), ran(0)] }, 'INCONCLUSIVE'],
  ['is cut off in its second run', 'passes', { result: [ran(1), stopped('cancelled')] }, 'INCONCLUSIVE'],
  ['passes', 'passes', { result: [ran(0)] }, 'PASS'],
  ['is found nowhere', 'passes', { base: [ran(127)], result: [ran(127)] }, 'CANNOT_RUN'],
  ['may be executed nowhere', 'fails_then_passes', { base: [ran(126)], result: [ran(126)] }, 'CANNOT_RUN'],
  ['is found on the base only', 'passes', { base: [ran(0)], result: [ran(127)] }, 'FAIL'],
  ['is found on the result only', 'fails_then_passes', { base: [ran(127)], result: [ran(0)] }, 'PASS'],
])('a command that %s (%s)', async (_, expected, runs, verdict) => {
  expect((await judge(expected, runs)).verdict).toBe(verdict)
})

test('of several commands the worst decides: FAIL, CANNOT_RUN, INCONCLUSIVE, PASS', async () => {
  const pass = await judge('passes', { result: [ran(0)] })
  const fail = await judge('passes', { result: [ran(1), ran(1)] })
  const flaky = await judge('passes', { result: [ran(1), ran(0)] })
  const missing = await judge('passes', { base: [ran(127)], result: [ran(127)] })
  expect(judgeAll([pass, flaky, missing, fail]).verdict).toBe('FAIL')
  expect(judgeAll([pass, flaky, missing]).verdict).toBe('CANNOT_RUN')
  expect(judgeAll([pass, flaky]).verdict).toBe('INCONCLUSIVE')
  expect(judgeAll([pass, pass]).verdict).toBe('PASS')
})
