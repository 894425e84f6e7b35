import { describe, expect, test } from 'vitest'
import { defaultProtection } from './default-protection.ts'
import { protectedSources, protectionAdded, reviewProtection, uselessEntries } from './review-protection.ts'

const base = {
  entries: ['checks/run.sh', '**/test', '**/*.test.*', '**/conftest.py', '**/package.json'],
  paths: ['checks/run.sh', 'test/a.test.js', 'test/b.test.js', 'src/c.test.js', 'src/a.js', 'package.json'],
}
const said = (list: string[]) => reviewProtection(list, base).map(({ message, next_action }) => [message, next_action])

describe('what a draft does not protect of the default', () => {
  test('is silent when everything is protected', () => {
    expect(said(base.entries)).toEqual([])
  })

  test('is given for each entry that protects files of the base, with what to add', () => {
    expect(said(['**/*.test.*', '**/conftest.py', '**/package.json', '**/test'])).toEqual([
      [
        'A result may change “checks/run.sh”, which can decide whether it passes.',
        'Add checks/run.sh to the protected paths.',
      ],
    ])
    expect(said(['checks', '**/conftest.py', '**/package.json', '**/test'])).toEqual([
      [
        'A result may change “src/c.test.js”, which can decide whether it passes.',
        'Add **/*.test.* to the protected paths.',
      ],
    ])
    expect(said(['checks', '**/conftest.py', '**/package.json'])).toEqual([
      [
        'A result may change “test/a.test.js” and others, which can decide whether it passes.',
        'Add **/test to the protected paths.',
      ],
      [
        'A result may change “test/a.test.js” and others, which can decide whether it passes.',
        'Add **/*.test.* to the protected paths.',
      ],
    ])
  })

  test('is given once for all entries that the base does not have yet', () => {
    expect(said(['checks', '**/test', '**/*.test.*', 'package.json'])).toEqual([
      [
        'A result may add files such as “conftest.py”, “package.json”. Such files can decide whether the tests pass.',
        'Add **/conftest.py, **/package.json to the protected paths.',
      ],
    ])
  })

  test('is a warning at the list of protected paths', () => {
    expect(reviewProtection([], base)).toHaveLength(5)
    for (const finding of reviewProtection([], base))
      expect(finding).toMatchObject({ code: 'judge_unprotected', severity: 'warning', pointer: '/protected_paths' })
    const missing = reviewProtection([], base).flatMap((finding) => finding.missing ?? [])
    expect(reviewProtection(missing, base)).toEqual([])
  })
})

test('what a large base leaves open is reported in one finding', () => {
  const paths = Array.from({ length: 50_000 }, (_, at) => `packages/p${at % 500}/src/deep/er/file${at}.ts`)
  const entries = defaultProtection({ paths, isComplete: false }, [{ argv: ['npm', 'test'] }])
  expect(reviewProtection([], { entries, paths })).toHaveLength(1)
})

test('source files that are protected by name are reported, and all at once where none is left, and no test or check', () => {
  const paths = ['src/Slug.js', 'src/b.js', 'src/slug.test.js', 'test/a.test.js', 'checks/run.sh']
  const about = (list: string[]) => protectedSources(list, paths).map(({ message }) => message)
  expect(about(['test/a.test.js', 'src/slug.test.js', 'checks/run.sh', 'src/gone.js'])).toEqual([])
  for (const all of ['src', '**/*.js'])
    expect(about([all])).toEqual(['Every source file is protected, so a result could only add files.'])
  expect(about(['src/slug.js'])).toEqual([
    '“src/Slug.js” is protected by name, so a result that changes it is refused.',
  ])
  expect(protectedSources(['src/slug.js', 'src/b.js'], [...paths, 'src/c.js']).map(({ message }) => message)).toEqual([
    '“src/Slug.js” and 1 more are protected by name, so a result that changes one is refused.',
  ])
})

test('what a review added is reported, and nothing when it added nothing', () => {
  expect(protectionAdded(0)).toEqual([])
  expect(protectionAdded(1)[0]?.message).toContain('1 protected path was added')
  expect(protectionAdded(30)[0]?.message).toContain('30 protected paths were added')
})

test('a list that leaves nothing to change blocks the draft', () => {
  const base = { entries: ['**/test'], paths: ['src/a.js', 'test/a.test.js'] }
  expect(reviewProtection(['**'], base)).toMatchObject([{ code: 'nothing_changeable', severity: 'blocking' }])
  expect(reviewProtection(['src', '**/test'], base)).toEqual([])
})

test('an entry that other tools would read as a pattern is reported when it matches no file of the base', () => {
  expect(uselessEntries(['src', 'src/[ab].js'], base.paths)).toMatchObject([
    {
      code: 'protects_nothing',
      pointer: '/protected_paths/1',
      message: '“src/[ab].js” matches no file: only * is a wildcard.',
    },
  ])
  expect(uselessEntries(['src/[ab].js'])).toEqual([])
})
