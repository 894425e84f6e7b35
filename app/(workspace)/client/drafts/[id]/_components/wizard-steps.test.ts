import { describe, expect, test } from 'vitest'
import type { DraftValues } from './draft-form-values.ts'
import { rules } from './draft-values.ts'
import { typedTerms } from './typed-terms.ts'
import { fieldOf, findingsBySteps, stepStatuses } from './wizard-steps.ts'

const values: DraftValues = {
  title: 'Keep umlauts',
  instructions: 'Write ä as ae.',
  criteria: '',
  commands: [
    { key: '1', name: 'test', line: 'node --test', expect: 'fails_then_passes', report: 'tap', expectedTests: '' },
  ],
  protectedPaths: '',
  acceptance: [],
  isEvidenceOpen: false,
  sharesFailures: false,
  isAutomatic: false,
  baseBranch: 'main',
  reward: '2.5',
  verifierFee: '0.25',
  verifiers: '3',
  quorum: '2',
  maxAttempts: '2',
  silenceShare: '50',
  openFor: { count: '1', unit: 86_400 },
  timeToWork: { count: '1', unit: 3_600 },
  timeToVerify: { count: '1', unit: 3_600 },
}

describe('the field that a finding means', () => {
  test.each([
    ['/reward', 'reward', 'reward'],
    ['/reward/amount', 'reward', 'reward'],
    ['/open_seconds', 'openFor', 'reward'],
    ['/base_branch', 'baseBranch', 'task'],
    ['/publication', 'isAutomatic', 'reward'],
    ['/acceptance_files/1/path', 'acceptance.1.path', 'acceptance'],
    ['/verification_commands/0/argv/2', 'commands.0.line', 'verification'],
    ['/verification_commands/0', 'commands.0.name', 'verification'],
  ])('%s is %s', (pointer, path, step) => {
    expect(fieldOf(pointer)).toEqual({ path, step })
  })

  test.each(['/wallet', '/issue', '/repository_access_id', ''])('%s is none', (pointer) => {
    expect(fieldOf(pointer)).toBeUndefined()
  })
})

describe('which steps are complete', () => {
  test('a draft with everything in it is, but for what is optional and for the review', () => {
    expect(stepStatuses(values, false)).toEqual({
      task: 'done',
      acceptance: 'optional',
      verification: 'done',
      reward: 'done',
      review: 'todo',
    })
    expect(stepStatuses(values, true).review).toBe('done')
  })

  test.each([
    ['task', { title: 'ab' }],
    ['task', { instructions: '  ' }],
    ['task', { baseBranch: '' }],
    ['acceptance', { acceptance: [{ key: '1', path: '../up', text: '', bytes: null }] }],
    ['verification', { commands: [] }],
    ['verification', { commands: [{ key: '1', name: 'test', line: ' ', expect: 'passes' }] }],
    ['verification', { commands: [{ key: '1', name: 'test', line: 'node "unclosed', expect: 'passes' }] }],
    ['verification', { commands: [{ key: '1', name: 'test', line: 'npm test && npm run lint', expect: 'passes' }] }],
    ['reward', { reward: '0' }],
    ['reward', { reward: '1,5' }],
    ['reward', { verifierFee: '' }],
    ['reward', { quorum: '1' }],
    ['reward', { quorum: '4' }],
    ['reward', { timeToWork: { count: '0', unit: 3_600 } }],
  ] as const)('%s is not with %j', (step, change) => {
    expect(stepStatuses({ ...values, ...(change as Partial<DraftValues>) }, false)[step]).toBe('todo')
  })

  test('one criterion completes acceptance, and stands for instructions as in the review', () => {
    const statuses = stepStatuses({ ...values, instructions: '', criteria: 'Umlauts are kept.' }, false)
    expect(statuses).toMatchObject({ task: 'done', acceptance: 'done' })
  })
})

test('the step bar counts every finding that the review lists, and marks the steps that are blocked', () => {
  const findings = [
    { severity: 'warning', pointer: '/protected_paths/1' },
    { severity: 'blocking', pointer: '/verification_commands/0/argv' },
    { severity: 'warning', pointer: '/wallet' },
    { severity: 'warning', pointer: '/verifiers' },
  ] as const
  expect(findingsBySteps(findings)).toEqual({
    verification: { listed: 2, isBlocked: true },
    review: { listed: 1, isBlocked: false },
    reward: { listed: 1, isBlocked: false },
  })
})

test.each([
  ['silenceShare', ''],
  ['silenceShare', '101'],
  ['silenceShare', '12.345'],
  ['verifiers', '8'],
  ['verifiers', '1e0'],
  ['maxAttempts', '6'],
  ['maxAttempts', '1,5'],
  ['reward', ''],
] as const)('a %s of "%s" is refused at its field, and counts for nothing until then', (field, typed) => {
  const wrong = { ...values, [field]: typed }
  expect(rules[field](typed as never)).not.toBeNull()
  expect(stepStatuses(wrong, false).reward).toBe('todo')
  expect(typedTerms(wrong)).toBeUndefined()
})

test.each([
  ['openFor', '180', null],
  ['openFor', '1.5', null],
  ['openFor', '181', 'At most 180 days'],
  ['openFor', '99999999', 'At most 180 days'],
  ['openFor', '9'.repeat(400), 'At most 180 days'],
  ['timeToWork', '30', null],
  ['timeToWork', '31', 'At most 30 days'],
  ['timeToVerify', '31', 'At most 30 days'],
  ['timeToVerify', '1e3', 'Enter a number above 0, such as 3 or 1.5'],
  ['openFor', '1,5', 'Enter a number above 0, such as 3 or 1.5'],
  ['openFor', '', 'Enter a number above 0, such as 3 or 1.5'],
] as const)('%s of %s days gets the answer: %s', (field, count, answer) => {
  expect(rules[field]({ count, unit: 86_400 })).toBe(answer)
})
