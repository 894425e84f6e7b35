import { expect, test } from 'vitest'
import { countControls } from './control-count.ts'

test('evidence of an older runtime reports no controls', () => {
  expect(countControls(undefined)).toBe(null)
})

test('tests that must fail and altered values are counted apart', () => {
  expect(
    countControls([
      { kind: 'throws', outcome: 'failed_as_it_should' },
      { kind: 'asserts', outcome: 'passed' },
      { kind: 'throws', outcome: 'not_run' },
      { kind: 'mutant', outcome: 'passed' },
      { kind: 'mutant', outcome: 'failed_as_it_should' },
      { kind: 'mutant', outcome: 'not_run' },
      { kind: 'expectation', outcome: 'failed_as_it_should' },
    ]),
  ).toEqual({ failed: 1, passed: 1, notRun: 1, altered: 3, noticed: 2 })
})
