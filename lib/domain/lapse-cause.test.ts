import { expect, test } from 'vitest'
import type { VerdictKind } from './agent.ts'
import { lapseCause } from './lapse-cause.ts'

test.each<[(VerdictKind | null)[], string]>([
  [[], 'no verifiers were seated in time'],
  [[null, null], 'no verifier answered in time'],
  [
    ['INCONCLUSIVE', 'INCONCLUSIVE', 'INCONCLUSIVE'],
    'not decided, although every verifier answered; of the verifiers, 3 found it inconclusive',
  ],
  [
    ['PASS', 'CANNOT_RUN', null, 'FAIL'],
    'not decided in time; of the verifiers, 1 passed it, 1 failed it, 1 could not run it, 1 did not answer',
  ],
])('answers of %j are classified correctly', (verdicts, cause) => {
  expect(lapseCause(verdicts)).toBe(cause)
})
