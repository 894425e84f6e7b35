import { expect, test } from 'vitest'
import { policyCommands, policyVersionOf, withReports } from './command-reports.ts'
import type { VerificationCommand } from './verification-command.ts'

const plain: VerificationCommand = { name: 'tests', argv: ['node', '--test'], expect: 'passes' }
const npm: VerificationCommand = { ...plain, argv: ['npm', 'test'] }

test('a command without a report gets the one that is recognised, by the manifest too', () => {
  expect(withReports([plain, npm], [], { test: 'vitest run' }).map(({ report }) => report)).toEqual(['tap', 'junit'])
  expect(withReports([npm, { ...plain, argv: ['make'] }], [], {}).map(({ report }) => report)).toEqual(['none', 'none'])
})

test('a report that is given stays, and so does the one of the same words before', () => {
  expect(withReports([{ ...plain, report: 'none' }], [], {})[0]?.report).toBe('none')
  const before: VerificationCommand[] = [
    { ...plain, report: 'none' },
    { ...npm, report: 'tap', expected_tests: ['a'] },
  ]
  expect(withReports([{ ...plain, name: 'other' }, npm], before, {})).toEqual([
    { ...plain, name: 'other', report: 'none' },
    { ...npm, report: 'tap', expected_tests: ['a'] },
  ])
  expect(withReports([{ ...npm, expected_tests: [] }], before, {})[0]?.expected_tests).toEqual([])
})

test('without the manifest nothing is recognised, so that a later look can', () => {
  expect(withReports([npm], [npm], undefined)).toEqual([npm])
})

test('a policy is of version 1 and says nothing of reports until a command has one', () => {
  const none: VerificationCommand = { ...plain, report: 'none', expected_tests: ['a'] }
  expect(policyVersionOf([plain, none])).toBe(1)
  expect(policyCommands([plain, none])).toEqual([plain, plain])
  const read: VerificationCommand = { ...plain, report: 'tap', expected_tests: [] }
  expect(policyVersionOf([none, read])).toBe(2)
  expect(policyVersionOf([none], ['a sealed file'])).toBe(3)
  expect(policyCommands([read])).toEqual([{ ...plain, report: 'tap' }])
  expect(policyCommands([{ ...read, expected_tests: ['a'] }])).toEqual([
    { ...plain, report: 'tap', expected_tests: ['a'] },
  ])
})
