import { describe, expect, test } from 'vitest'
import { pathProblem, pathProblems } from './path-policy.ts'
import type { FileChange } from './result.ts'

const file = (path: string, content = 'eA=='): FileChange => ({ path, mode: '100644', content })
const removal = (path: string): FileChange => ({ path, deleted: true })

describe('paths that never reach a tree', () => {
  const corpus: Record<string, string[]> = {
    'leave the repository': [
      '..',
      '../x',
      'a/../../x',
      'a/..',
      './x',
      'a/./x',
      '/etc/passwd',
      '//x',
      'a//b',
      'a/',
      '/',
      '',
      '..\\x',
      'a\\..\\x',
      'C:\\x',
      'a\\b',
    ],
    'mean git’s own folder somewhere': [
      '.git',
      '.git/config',
      'a/.git/hooks/pre-commit',
      '.GIT/config',
      '.Git',
      '.gIt/x',
      'a/.git',
      'git~1',
      'GIT~1/config',
      'git~2',
      'a/GIT~1',
      'GI7EBA~1',
      'gi7d29~1/x',
      'GITHUB~1/workflows/x.yml',
      'GITMOD~1',
      '.git ',
      '.git.',
      '.git...',
      '.git . .',
      '.git /config',
      '.git./config',
      '.git::$INDEX_ALLOCATION/config',
      '.git:x',
      '.GIT::$index_allocation',
      '.ｇｉｔ/config',
      '.g\u200bit/config',
      '.gi\u200ct',
      '.\u2060git',
      '\ufeff.git',
      '.g\u00adit',
      '.git\u180e',
    ],
    'steer git or the host': [
      '.gitmodules',
      '.GITMODULES',
      'a/.gitmodules',
      '.gitattributes',
      'src/.GitAttributes',
      '.lfsconfig',
      '.gitmodules:x',
      '.gitattributes::$DATA',
      '.github/workflows/ci.yml',
      '.GitHub/x',
      '.github/CODEOWNERS',
      '.github',
      '.ｇｉｔｈｕｂ/workflows/x.yml',
      '.github:x',
    ],
    'hide what they are': [
      'a\u0000b',
      'a\nb',
      'a\rb',
      'a\tb',
      'a\u001bb',
      'a\u007fb',
      'a\u0085b',
      'a\u202etxt.js',
      'a\u2066b',
      'a\u200eb',
      'a\u061cb',
      'a\u115fb',
      'a\u3164b',
      'a\ufe0fb',
      'a\u{e0041}b',
      '\ud800',
      'a\udfffb',
      'a\u2028b'.replace('\u2028', '\u200b'),
    ],
    'are other names elsewhere': ['a ', 'a.', 'dir./x', 'dir /x', 'a. .', 'cafe\u0301', '\u212b', 'e\u0302\u0323'],
    'are too long': ['x'.repeat(401), `${'ü'.repeat(128)}/x`, `a/${'x'.repeat(256)}`],
  }
  for (const [kind, paths] of Object.entries(corpus))
    test.each(paths.map((path) => [JSON.stringify(path), path]))(`because they ${kind}: %s`, (_, path) => {
      expect(pathProblem(path)).toMatch(/\w/)
      expect(pathProblems([file(path)])).toEqual([{ path, message: pathProblem(path) }])
      expect(pathProblems([removal(path)])).toEqual([{ path, message: pathProblem(path) }])
    })
})

test.each([
  'README.md',
  'src/index.ts',
  '.gitignore',
  '.gitkeep',
  'a/.gitlab-ci.yml',
  'docs/.github.md',
  'src/.github/x',
  'git/x',
  'digit~1',
  'a b/c d.txt',
  'größe/naïve.txt',
  '日本語.txt',
  'emoji-😀.txt',
  '-dash',
  '#hash',
  'a:b',
  '..a',
  '...x',
  'a..b',
  'x'.repeat(255),
  'legit~1.txt',
  'gist.txt',
  '.github-notes',
  'CON.txt',
])('%s is an ordinary path', (path) => {
  expect(pathProblem(path)).toBeUndefined()
})

describe('one result', () => {
  const problemPaths = (changes: FileChange[], held: string[] = []) =>
    pathProblems(changes, held).map(({ path }) => path)

  test('holds no two names that are one on some file systems, and no file that is a folder as well', () => {
    expect(problemPaths([file('a.txt'), file('A.txt')])).toEqual(['A.txt'])
    expect(problemPaths([file('a.txt'), file('a.txt')])).toEqual(['a.txt'])
    expect(problemPaths([file('a'), file('a/b')])).toEqual(['a/b'])
    expect(problemPaths([file('A/b/c'), file('a/B')])).toEqual(['A/b/c'])
    expect(problemPaths([removal('a'), file('a/b')])).toEqual([])
    expect(problemPaths([removal('a/b'), file('a')])).toEqual([])
  })

  test('touches nothing that is protected, in whatever case, below it or in place of its folder', () => {
    const held = ['test', 'package.json', 'spec/unit/']
    for (const path of [
      'test',
      'test/a.js',
      'TEST/a.js',
      'package.json',
      'Package.JSON',
      'spec/unit/x',
      'spec/unit',
      'spec',
    ])
      expect(problemPaths([file(path)], held)).toEqual([path])
    expect(problemPaths([removal('test/a.js')], held)).toEqual(['test/a.js'])
    for (const path of ['tests/a.js', 'package.json5', 'spec/other/x', 'a/test'])
      expect(problemPaths([file(path)], held)).toEqual([])
  })

  test.each([
    ['an emptied file', file('src/deep/a.test.js', '')],
    ['a removed file', removal('a.test.ts')],
    ['a new file', file('deep/conftest.py')],
    ['a changed mode', { ...file('a.test.js'), mode: '100755' } as FileChange],
    ['another case', file('SRC/A.Test.JS')],
    ['a folder of the name', file('x.test.d/inside.js')],
  ])('touches nothing that a pattern protects: %s', (_, change) => {
    expect(problemPaths([change], ['**/*.test.*', '**/conftest.py'])).toEqual([change.path])
  })

  test('may touch what no pattern protects', () => {
    expect(
      problemPaths([file('src/a.js'), file('test.js'), removal('src/conftest.pyx')], ['**/*.test.*', '**/conftest.py']),
    ).toEqual([])
  })

  test('is neither empty nor larger than three hundred files and two mebibytes', () => {
    expect(problemPaths([])).toEqual([''])
    const many = (count: number) => Array.from({ length: count }, (_, index) => file(`f${index}`))
    expect(problemPaths(many(300))).toEqual([])
    expect(problemPaths(many(301))).toEqual([''])
    const bytes = (count: number) => Buffer.alloc(count).toString('base64')
    expect(problemPaths([file('a', bytes(2 * 1024 * 1024))])).toEqual([])
    expect(problemPaths([file('a', bytes(2 * 1024 * 1024 + 1))])).toEqual([''])
  })
})
