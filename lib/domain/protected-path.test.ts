import { expect, test } from 'vitest'
import { defaultProtection } from './default-protection.ts'
import { protectedPathProblem } from './protected-path.ts'

const refused: [entry: string, shown: string, advice: string][] = [
  ['/etc', '“/etc”', 'Write “etc”.'],
  ['/', '“/”', 'Leave it out.'],
  ['./test', '“./test”', 'Write “test”.'],
  ['a/./b', '“a/./b”', 'Write “a/b”.'],
  ['.', '“.”', 'Leave it out.'],
  ['...', '“...”', 'Leave it out.'],
  ['a//b', '“a//b”', 'Write “a/b”.'],
  ['test//', '“test//”', 'Write “test”.'],
  ['../x', '“../x”', 'Write the path from the top of the repository.'],
  ['a/../b', '“a/../b”', 'Write the path from the top of the repository.'],
  ['test\nsrc', '“test\\u{a}src”', 'Write each path as an entry of its own.'],
  ['test\r', '“test\\u{d}”', 'Write “test”.'],
  ['a\u0000b', '“a\\u{0}b”', 'Write “ab”.'],
  ['a\u202eb', '“a\\u{202e}b”', 'Write “ab”.'],
  ['test ', '“test ”', 'Write “test”.'],
  ['test /a', '“test /a”', 'Write “test/a”.'],
  ['**/*.', '“**/*.”', 'Write “**/*”.'],
  [' ', '“ ”', 'Leave it out.'],
  ['a\\b', '“a\\b”', 'Write “a/b”.'],
  ['.\\test\\', '“.\\test\\”', 'Write “test”.'],
  ['\ud800', '“\\u{d800}”', 'Leave it out.'],
  [`${'ü'.repeat(128)}/x`, `“${'ü'.repeat(128)}/x”`, 'Shorten the name.'],
]

test.each(refused)('%j can match nothing, and the refusal says what to write', (entry, shown, advice) => {
  const problem = protectedPathProblem(entry)
  expect(problem?.startsWith(`${shown} can match nothing: `)).toBe(true)
  expect(problem?.endsWith(advice)).toBe(true)
})

test.each([
  ...['test', 'test/', 'spec/unit/', '**', '*', '**/*.test.*', '.github', '.env', '..a', 'a b', ' a', '.*'],
  ...['a?b', 'a[bc]+.(x|y)', 'cafe\u0301/*', 'größe', 'x'.repeat(255), `${'*'.repeat(300)}`],
])('%j is an entry', (entry) => {
  expect(protectedPathProblem(entry)).toBeUndefined()
})

test('the default protection names no file that no entry can match', () => {
  const paths = ['checks/odd\\name.js', 'checks/end ', 'checks/fine.js']
  const commands = [{ argv: ['node', ...paths] }]
  const entries = defaultProtection({ paths, isComplete: true }, commands)
  expect(entries.filter((entry) => protectedPathProblem(entry) !== undefined)).toEqual([])
  expect(entries).toContain('checks/fine.js')
})
