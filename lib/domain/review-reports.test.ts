import { expect, test } from 'vitest'
import { reviewReports } from './review-reports.ts'
import type { VerificationCommand } from './verification-command.ts'

const base = { paths: ['test/a.test.js', 'src/a.js'], scripts: { test: 'node --test', lint: 'eslint .' } }
const accepted = (path: string, text: string) => ({ path, content: Buffer.from(text).toString('base64') })

function review(line: string, more: Partial<VerificationCommand> = {}, files: ReturnType<typeof accepted>[] = []) {
  const command: VerificationCommand = { name: 'c', argv: line.split(' '), expect: 'fails_then_passes', ...more }
  const found = reviewReports({ verificationCommands: [command], acceptanceFiles: files }, base)
  expect(found.every(({ severity }) => severity === 'warning')).toBe(true)
  return found.map(({ code, pointer }) => `${code} ${pointer}`)
}

test.each([
  ['node --test', { report: 'tap' }],
  ['npm test', { report: 'tap' }],
  ['node --test test/new.test.js', { report: 'tap', expected_tests: ['new'] }],
  ['npm run lint', {}],
  ['tsc --noEmit', {}],
] satisfies [string, Partial<VerificationCommand>][])('nothing is said of %s (%o)', (line, more) => {
  expect(review(line, more)).toEqual([])
})

test.each(['grep -q maxLength src/slugify.js', 'test -f src/done.js', 'diff a.txt b.txt'])(
  'a command that looks at text alone is said to be satisfied by a comment: %s',
  (line) => {
    expect(review(line)).toEqual(['exit_code_only /verification_commands/0'])
  },
)

test.each(['node --check src/a.js', 'python3 -m py_compile src/a.py', 'python -m compileall src'])(
  'a command that only parses files is said to pass for a file without the work: %s',
  (line) => {
    expect(review(line, { report: 'none' })).toEqual(['exit_code_only /verification_commands/0'])
    const verificationCommands = [{ name: 'c', argv: line.split(' '), expect: 'passes' as const }]
    const [finding] = reviewReports({ verificationCommands, acceptanceFiles: [] }, base)
    expect(finding?.message).toBe('“c” checks only that files can be parsed, so a file without the work passes.')
  },
)

test('an exit code alone is said to be little', () => {
  expect(review('make test')).toEqual(['exit_code_only /verification_commands/0'])
  expect(review('node --test', { report: 'none' })).toEqual(['exit_code_only /verification_commands/0/report'])
})

test('a runner whose report was turned off is advised to read it, not to start what it starts already', () => {
  const command = { name: 'c', argv: ['node', '--test'], expect: 'passes' as const, report: 'none' as const }
  const [finding] = reviewReports({ verificationCommands: [command], acceptanceFiles: [] }, base)
  expect(finding?.next_action).toBe('Choose its TAP report instead of the exit code, so that tests are read by name.')
})

test('a report that the program cannot write is named', () => {
  expect(review('make test', { report: 'tap' })).toEqual(['report_unavailable /verification_commands/0/report'])
})

test('tests have to be named where the base has none and no listing finds one', () => {
  const line = 'node --test test/new.test.js'
  const testsNotNamed = ['tests_not_named /verification_commands/0/expected_tests']
  expect(review(line, { report: 'tap' })).toEqual(testsNotNamed)
  expect(review(line, { report: 'tap' }, [accepted('test/new.test.js', 'test(name, () => {})\n')])).toEqual(
    testsNotNamed,
  )
  expect(review(line, { report: 'tap' }, [accepted('test/new.test.js', "test('new', () => {})\n")])).toEqual([])
  const filtered = `${line} --test-name-pattern=new`
  expect(review(filtered, { report: 'tap' }, [accepted('test/new.test.js', "test('new', () => {})\n")])).toEqual(
    testsNotNamed,
  )
})

test('nothing is said while the base is not known', () => {
  const command: VerificationCommand = { name: 'c', argv: ['make'], expect: 'passes' }
  expect(reviewReports({ verificationCommands: [command], acceptanceFiles: [] }, undefined)).toEqual([])
})
