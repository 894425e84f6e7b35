import { expect, test } from 'vitest'
import { defaultProtection } from './default-protection.ts'
import { literalEntries, protectedPathProblem } from './protected-path.ts'

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
  ['test\nsrc', '“test\\u{a}src”', 'Write each path as a separate entry.'],
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

const misread: [entry: string, problem: string][] = [
  ['.git', '“.git” protects nothing: no result can change the repository’s own folder. Leave it out.'],
  ['.git/**', '“.git/**” protects nothing: no result can change the repository’s own folder. Leave it out.'],
  ['**/.GIT/', '“**/.GIT/” protects nothing: no result can change the repository’s own folder. Leave it out.'],
  ['git~1', '“git~1” protects nothing: no result can change the repository’s own folder. Leave it out.'],
  ['!x', '“!x” excludes nothing: every entry protects. Remove it, and list only what to protect.'],
  ['{a,b}', '“{a,b}” lists no alternatives: braces are taken literally. Write “a” and “b”.'],
  [
    'src/{a,b,c}/*.ts',
    '“src/{a,b,c}/*.ts” lists no alternatives: braces are taken literally. Write “src/a/*.ts”, “src/b/*.ts” and “src/c/*.ts”.',
  ],
  ['{a,b}{c,d}', '“{a,b}{c,d}” lists no alternatives: braces are taken literally. Write one entry for each path.'],
  ['file[0-9].ts', '“file[0-9].ts” is not a set of characters: brackets are taken literally. Write “file*.ts”.'],
  ['[a-z]/x', '“[a-z]/x” is not a set of characters: brackets are taken literally. Write “*/x”.'],
  ['a?.js', '“a?.js” is not a wildcard: a question mark is taken literally. Write “a*.js”.'],
  ['[!a]*.md', '“[!a]*.md” is not a set of characters: brackets are taken literally. Write “*.md”.'],
]

test.each(misread)(
  '%j means something else in other tools, and the refusal says what it means here',
  (entry, problem) => {
    expect(protectedPathProblem(entry)).toBe(problem)
  },
)

test('an entry with the signs of other patterns is useless when it matches no file of the base', () => {
  const paths = ['app/[id]/page.tsx', 'app/a.ts']
  expect(literalEntries(['app/[id]', 'app/?.ts', '[ab]', 'absent', 'app/*.ts'], paths)).toEqual(['app/?.ts', '[ab]'])
  expect(literalEntries(['[ab]'], [])).toEqual([])
})

test.each([
  'app/[id]/page.tsx',
  '[...slug].ts',
  '[[lang]]',
  '{id}',
  '.gitignore',
  '.git*',
  'x!',
  'test',
  'test/',
  'spec/unit/',
  '**',
  '*',
  '**/*.test.*',
  '.github',
  '.env',
  '..a',
  'a b',
  ' a',
  '.*',
  'a[bc]+.(x|y)',
  'cafe\u0301/*',
  'größe',
  'x'.repeat(255),
  `${'*'.repeat(300)}`,
])('%j is an entry', (entry) => {
  expect(protectedPathProblem(entry)).toBeUndefined()
})

test('the default protection names no file that no entry can match', () => {
  const paths = ['checks/odd\\name.js', 'checks/end ', 'checks/fine.js', 'checks/why?.js']
  const commands = [{ argv: ['node', ...paths] }]
  const entries = defaultProtection({ paths, isComplete: true }, commands)
  expect(entries.filter((entry) => protectedPathProblem(entry) !== undefined)).toEqual([])
  expect(entries).toEqual(expect.arrayContaining(['checks/fine.js', 'checks/why*.js']))
})
