import { expect, test } from 'vitest'
import type { verdictRules } from '#lib/domain/verdict-rules.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import { judgeCommand, type Side } from './judge.ts'

const digest = { durationMs: 1, outputSha256: '0'.repeat(64), outputTail: '', lastLine: '', seen: [] }
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

test.each<[string, 'fails_then_passes' | 'passes', Runs, keyof typeof verdictRules]>([
  ['fails, then passes', 'fails_then_passes', { base: [ran(1)], result: [ran(0)] }, 'passed'],
  ['hangs on the base, then passes', 'fails_then_passes', { base: [stopped('time')], result: [ran(0)] }, 'passed'],
  ['passes on the base', 'fails_then_passes', { base: [ran(0)] }, 'base_passes'],
  ['is cut off on the base', 'fails_then_passes', { base: [stopped('cancelled')] }, 'out_of_time'],
  ['fails on the result twice', 'fails_then_passes', { base: [ran(1)], result: [ran(1), ran(1)] }, 'result_fails'],
  ['hangs on the result twice', 'passes', { result: [stopped('time'), stopped('time')] }, 'limit_reached'],
  ['fails once and passes once', 'passes', { result: [ran(1), ran(0)] }, 'rerun_differs'],
  ['is cut off in its second run', 'passes', { result: [ran(1), stopped('cancelled')] }, 'out_of_time'],
  ['passes', 'passes', { result: [ran(0)] }, 'passed'],
  ['is found nowhere', 'passes', { base: [ran(127)], result: [ran(127)] }, 'program_missing'],
  ['may be executed nowhere', 'fails_then_passes', { base: [ran(126)], result: [ran(126)] }, 'program_missing'],
  ['is found on the base only', 'passes', { base: [ran(0)], result: [ran(127)] }, 'program_removed'],
  ['is found on the result only', 'fails_then_passes', { base: [ran(127)], result: [ran(0)] }, 'passed'],
])('a command that %s (%s)', async (_, expected, runs, code) => {
  expect((await judge(expected, runs)).code).toBe(code)
})
