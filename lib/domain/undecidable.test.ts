import { expect, test } from 'vitest'
import { clientFault, isClientAtFault } from './undecidable.ts'

const answered = (...codes: string[]) => codes.map((code) => ({ evidence: { code } }))

test.each<[string, (string | null)[], boolean]>([
  ['a quorum that saw the base pass', ['base_passes', 'base_passes'], true],
  ['a quorum with different reasons', ['base_passes', null, 'program_missing', 'passed'], true],
  ['reports of the base that come and go', ['rerun_differs', 'rerun_differs', 'passed'], true],
  ['one verifier alone', ['base_passes', 'passed', 'isolation_failed'], false],
  ['commands that take too long, and a repository that is gone', ['out_of_time', null, 'repository_unreachable'], true],
  ['verifiers without isolation', ['isolation_failed', 'isolation_failed', 'out_of_time'], false],
  ['silence', [null, null, null], false],
])('%s, answering %j: whether the client’s commands are at fault is %s', (_, codes, isFault) => {
  expect(
    isClientAtFault(
      codes.map((code) => ({ evidence: code === null ? null : { code } })),
      2,
    ),
  ).toBe(isFault)
})

test('each fault of the commands is named once, and nothing about other answers', () => {
  expect(clientFault(answered('base_passes', 'base_passes'), 2)).toBe(
    'a command that must fail without the work passes without it',
  )
  expect(clientFault(answered('program_missing', 'base_passes'), 2)).toContain(', and a command cannot be started')
  expect(clientFault([...answered('result_fails'), { evidence: null }], 1)).toBeUndefined()
})

test('fewer verifiers than a quorum name no fault of the client', () => {
  expect(clientFault(answered('base_passes', 'passed', 'isolation_failed'), 2)).toBeUndefined()
  expect(clientFault(answered('out_of_time', 'sealed_differs'), 3)).toBeUndefined()
})
