import { expect, test } from 'vitest'
import type { ProbedCommand } from '../domain/probe.ts'
import { summariseProbe } from './probe-summary.ts'

const probed = (codes: number[], more: Partial<ProbedCommand> = {}): ProbedCommand => ({
  name: 'tests',
  runs: codes.map((exit_code) => ({ exit_code, stopped_by: null, duration_ms: 41_000 })),
  output_tail: '',
  tests: null,
  mutants: null,
  mutants_gap: null,
  ...more,
})
const argv = ['node', '--test']

test.each<[ProbedCommand, 'passes' | 'fails_then_passes', string]>([
  [
    probed([1, 1, 1, 1, 1]),
    'fails_then_passes',
    'The command fails before the work, as it must, in each of 5 runs of 41 s.',
  ],
  [
    probed([0]),
    'fails_then_passes',
    'The command passes already, but it must fail before the work, in one run of 41 s.',
  ],
  [
    probed([0, 0], { mutants: { tried: 10, caught: 7, survivors: [] } }),
    'passes',
    'The command passes, as it must, in each of 2 runs of 41 s. It noticed 7 of 10 deliberate faults.',
  ],
  [probed([1, 1]), 'passes', 'The command fails, but it must pass before the work, too, in each of 2 runs of 41 s.'],
  [
    probed([0, 1, 0]),
    'passes',
    'The command is flaky: it failed in 1 of 3 runs on the same code, each of at most 41 s.',
  ],
  [probed([127]), 'fails_then_passes', 'The command does not start.'],
  [probed([]), 'passes', 'There was no time left to try this command.'],
  [
    probed([], { runs: [{ exit_code: null, stopped_by: 'time', duration_ms: 58_200 }] }),
    'passes',
    'The command had not ended after 58 s.',
  ],
])('a report is one or two sentences (%#)', (report, expect_, line) => {
  expect(summariseProbe({ argv, expect: expect_ }, report)).toBe(line)
})
