import { expect, test } from 'vitest'
import { acceptanceCollisions, acceptanceProblems, heldPaths } from './acceptance-files.ts'

const file = (path: string, text = '') => ({ path, content: Buffer.from(text).toString('base64') })
const policy = { protected_paths: ['test'] }

test('a result is kept from protected paths and acceptance files; a task without the field names none', () => {
  expect(heldPaths({ acceptance_files: [file('own.js')] }, policy)).toEqual(['test', 'own.js'])
  expect(heldPaths({}, policy)).toEqual(['test'])
  expect(heldPaths({ sealed_files: [{ path: 'secret.js' }] }, policy)).toEqual(['test', 'secret.js'])
})

test('twenty files and 256 KiB together are the most', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => file(`${at}.js`))
  expect(acceptanceProblems(twenty)).toEqual([])
  expect(acceptanceProblems([...twenty, file('one-more.js')])).toEqual([
    { at: null, message: expect.stringContaining('20') },
  ])
  const full = file('a', 'x'.repeat(256 * 1024 - 1))
  expect(acceptanceProblems([full, file('b', 'x')])).toEqual([])
  expect(acceptanceProblems([full, file('b', 'xx')])).toHaveLength(1)
  expect(acceptanceProblems([full, { path: 'sealed', size: 1 }])).toEqual([])
  expect(acceptanceProblems([full, { path: 'sealed', size: 2 }])).toHaveLength(1)
})

test.each(['../a', '/a', 'a//b', '.git/config', '.github/a', 'a\\b', 'cafe\u0301', 'a\u200bb', 'a/.gitmodules'])(
  '%j is no path for one',
  (path) => {
    expect(acceptanceProblems([file('fine.js'), file(path)])).toEqual([{ at: 1, message: expect.any(String) }])
  },
)

test('paths that some file systems take for one, or that need each other to be a folder are reported', () => {
  expect(acceptanceProblems([file('a.js'), file('A.js')])).toMatchObject([{ at: 1 }])
  expect(acceptanceCollisions([file('a/b'), file('A'), file('ab')])).toMatchObject([{ at: 1 }])
  expect(acceptanceCollisions([file('src'), file('README.md/x'), file('src/b.js')], ['src/a.js', 'README.md'])).toEqual(
    [
      { at: 0, message: 'src would have to be a folder for src/b.js.' },
      { at: 1, message: 'README.md/x would be below README.md, which is a file of the base.' },
    ],
  )
  expect(acceptanceCollisions([file('src')], ['src/a.js'])).toEqual([
    { at: 0, message: 'src is a folder of the base.' },
  ])
})
