import { expect, test } from 'vitest'
import { countControls, type Evidence, evidenceIn } from './evidence.ts'

const older = {
  ...{ schema: 'jobwright/evidence', version: 1, base_commit: 'c'.repeat(40), tree_id: 'd'.repeat(40) },
  ...{ isolation: 'bubblewrap', commands: [], reason: '' },
}
type Control = NonNullable<Evidence['controls']>[number]
const control = (kind: Control['kind'], outcome: Control['outcome']): Control => ({
  ...{ command: 'tests', file: null, name: '', reason: null, run: null, kind, outcome },
})

test('evidence of an older runtime reports no controls', () => {
  const evidence = evidenceIn(older)
  expect(evidence && countControls(evidence)).toBe(null)
})

test('tests that must fail and altered values are counted apart', () => {
  const controls = [
    control('throws', 'failed_as_it_should'),
    control('asserts', 'passed'),
    control('throws', 'not_run'),
    control('mutant', 'passed'),
    control('mutant', 'failed_as_it_should'),
    control('mutant', 'not_run'),
  ]
  const evidence = evidenceIn({ ...older, version: 2, controls, marks: [], code: 'passed' })
  const counted = { failed: 1, passed: 1, notRun: 1, altered: 2, noticed: 1 }
  expect(evidence && countControls(evidence)).toEqual(counted)
  expect(evidenceIn({ ...older, version: 3 })).toBe(undefined)
})
