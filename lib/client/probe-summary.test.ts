import { expect, test } from 'vitest'
import type { ProbedCommand } from '../domain/probe.ts'
import { summariseProbe } from './probe-summary.ts'

const probed = (codes: number[], more: Partial<ProbedCommand> = {}): ProbedCommand => ({
  name: 'tests',
  runs: codes.map((exit_code) => ({ exit_code, stopped_by: null, duration_ms: 41_000 })),
  output_tail: '',
  ...{ tests: null, mutants: null, mutants_gap: null, ...more },
})
const argv = ['node', '--test']

test.each<[ProbedCommand, 'passes' | 'fails_then_passes', string]>([
  [probed([1, 1, 1, 1, 1]), 'fails_then_passes', 'Starts, fails as it should, 41 s, steady in 5 runs'],
  [probed([0]), 'fails_then_passes', 'Starts, passes already, 41 s, run once'],
  [
    probed([0, 0], { mutants: { tried: 10, caught: 7, survivors: [] } }),
    'passes',
    'Starts, passes as it should, 7 of 10 deliberate faults noticed, 41 s, steady in 2 runs',
  ],
  [probed([1, 1]), 'passes', 'Starts, fails already, 41 s, steady in 2 runs'],
  [probed([0, 1, 0]), 'passes', 'Starts, 41 s, failed in 1 of 3 runs'],
  [probed([127]), 'fails_then_passes', 'Does not start'],
  [probed([]), 'passes', 'Not tried: there was no time left'],
  [
    probed([], { runs: [{ exit_code: null, stopped_by: 'time', duration_ms: 58_200 }] }),
    'passes',
    'Had not ended after 58 s',
  ],
])('a report is read in one line (%#)', (report, expect_, line) => {
  expect(summariseProbe({ argv, expect: expect_ }, report)).toBe(line)
})
