import { expect, test } from 'vitest'
import { areCommandsAtFault, commandFault } from './undecidable.ts'

test.each<[string, (string | null)[], boolean]>([
  ['a quorum that saw the base pass', ['base_passes', 'base_passes'], true],
  ['a quorum with different reasons', ['base_passes', null, 'program_missing', 'passed'], true],
  ['reports of the base that come and go', ['rerun_differs', 'rerun_differs', 'passed'], true],
  ['one verifier alone', ['base_passes', 'passed', 'out_of_time'], false],
  ['verifiers without time or isolation', ['out_of_time', 'isolation_failed', 'repository_unreachable'], false],
  ['silence', [null, null, null], false],
])('%s, answering %j: whether the client’s commands are at fault is %s', (_, codes, isFault) => {
  expect(
    areCommandsAtFault(
      codes.map((code) => ({ evidence: code === null ? null : { code } })),
      2,
    ),
  ).toBe(isFault)
})

test('each fault of the commands is named once, and nothing about other answers', () => {
  const answered = (...codes: string[]) => codes.map((code) => ({ evidence: { code } }))
  expect(commandFault(answered('base_passes', 'base_passes'))).toBe(
    'a command that must fail without the work passes without it',
  )
  expect(commandFault(answered('program_missing', 'base_passes'))).toContain(', and a command cannot be started')
  expect(commandFault([...answered('result_fails'), { evidence: null }])).toBeUndefined()
})
