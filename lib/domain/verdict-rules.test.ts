import { expect, test } from 'vitest'
import { decide, type VerdictCode, verdictCodes, verdictRules } from './verdict-rules.ts'

const decided = (...codes: VerdictCode[]) => decide(codes.map((code) => ({ code })))?.code

test('of several commands the worst decides: FAIL, CANNOT_RUN, INCONCLUSIVE, PASS', () => {
  expect(decided('passed', 'base_passes', 'program_missing', 'result_fails')).toBe('result_fails')
  expect(decided('passed', 'base_passes', 'program_missing')).toBe('program_missing')
  expect(decided('passed', 'rerun_differs', 'base_passes')).toBe('rerun_differs')
  expect(decided('passed', 'passed')).toBe('passed')
})

test('one thing alone leads to PASS', () => {
  expect(verdictCodes.filter((code) => verdictRules[code].verdict === 'PASS')).toEqual(['passed'])
})
