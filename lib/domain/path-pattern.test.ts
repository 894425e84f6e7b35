import { expect, test } from 'vitest'
import { foldPath, protectorOf } from './path-pattern.ts'

const isProtected = (path: string, ...entries: string[]) => protectorOf(entries)(path)

/** Entry, paths that it protects, paths that it does not. */
const table: [entry: string, held: string[], free: string[]][] = [
  ['test', ['test', 'test/a.js', 'test/deep/a.js', 'TEST/a.js'], ['tests/a.js', 'a/test', 'test.js']],
  ['spec/unit/', ['spec/unit', 'spec/unit/x', 'spec'], ['spec/other', 'spec/unit2', 'a/spec/unit']],
  ['*.test.js', ['a.test.js', '.test.js', 'A.Test.JS', 'a.test.js/below'], ['a/b.test.js', 'a.test.jsx', 'atest.js']],
  ['**/*.test.*', ['a.test.js', 'a/b.test.ts', 'a/b/c.test.d.ts', 'x.test.d/y'], ['a/test.js', 'a.test', 'latest.js']],
  ['**/test', ['test', 'a/test', 'a/b/test/c.js', 'TEST/x'], ['a/tests', 'a/test.js', 'atest', 'contest/x']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b', 'a/x/b/below'], ['ab', 'axx/b', 'a/xb', 'x/a/b', 'b']],
  ['a/**', ['a', 'a/b', 'a/b/c'], ['b', 'ab']],
  ['a/*', ['a/b', 'a/b/c', 'a'], ['b/a', 'ab', 'ab/c']],
  ['**', ['a', 'a/b'], []],
  ['*', ['a', 'a/b'], []],
  ['**/*', ['a', 'a/b'], []],
  ['**/**/x', ['x', 'a/x', 'a/b/x'], ['xx', 'a/xx']],
  ['a***b', ['ab', 'axb'], ['a/b', 'a']],
  ['*a*a*b', ['aab', 'xaxaxb', 'aaab', 'ababab'], ['ab', 'aa', 'aabx']],
  ['packages/*/package.json', ['packages/x/package.json', 'packages'], ['packages/x/y/package.json', 'packages/x']],
  ['spec/*/a.js', ['spec', 'spec/x/a.js'], ['spec/x', 'spec/x/b.js']],
  ['a?b', ['a?b'], ['axb']],
  ['a[bc]+.(x|y)', ['a[bc]+.(x|y)'], ['abb.x']],
  ['cafe\u0301/*', ['café/x', 'CAFÉ/x'], ['cafe/x']],
  ['/', [], ['a']],
  ['', [], ['a']],
  [`${'x'.repeat(70)}*y`, [`${'x'.repeat(70)}y`, `${'x'.repeat(99)}zy/b`], [`${'x'.repeat(69)}y`, 'y']],
  [`**/${'ab'.repeat(40)}`, [`q/${'ab'.repeat(40)}`], [`q/${'ab'.repeat(39)}`, `q${'ab'.repeat(40)}`]],
]

test.each(table)('%s protects what it names and nothing else', (entry, held, free) => {
  expect(held.filter((path) => !isProtected(path, entry))).toEqual([])
  expect(free.filter((path) => isProtected(path, entry))).toEqual([])
})

test('one entry of several suffices, and none protects nothing', () => {
  expect(isProtected('b/x', 'a', 'b')).toBe(true)
  expect(isProtected('c', 'a', 'b')).toBe(false)
  expect(isProtected('a')).toBe(false)
})

test('agrees with the regular expression that the protocol document gives', () => {
  const letters = ['a', 'b', '/', '*', '**/', '/**']
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(seed / 1_000) % below
  }
  const word = (from: string[]) => Array.from({ length: 1 + random(7) }, () => from[random(from.length)]).join('')
  const isPath = (text: string) => text.split('/').every((name) => name !== '')
  for (let round = 0; round < 20_000; round += 1) {
    const entry = word(letters)
    const path = word(['a', 'b', '/', 'ab'])
    if (!isPath(entry) || !isPath(path) || !entry.includes('*')) continue
    expect([entry, path, isProtected(path, entry)]).toEqual([entry, path, byExpression(path, entry)])
  }
})

test('patterns on which a search that tries every way would never end are decided', () => {
  const hostile = [`${'*a'.repeat(149)}b`, `${'**/a/'.repeat(59)}b`, `**/${'a'.repeat(295)}b`, '**/*'.repeat(70)]
  const protects = protectorOf(Array.from({ length: 100 }, (_, at) => hostile[at % 3] ?? ''))
  const paths = [`${'a'.repeat(250)}/${'a'.repeat(140)}`, 'a/'.repeat(199).concat('c')]
  for (const path of paths) expect(protects(path)).toBe(false)
})

test('paths are compared in lower case and normal form C', () => {
  expect(foldPath('CAFE\u0301/X')).toBe('café/x')
})

function byExpression(path: string, entry: string): boolean {
  const names = entry.split('/').map((name) => (/^\*\*+$/.test(name) ? '**' : name.replaceAll(/\*+/g, '*')))
  while (names.length > 1 && names.at(-1) === '**') names.pop()
  const text = names.join('/').replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  const source = text
    .replaceAll('**/', '\u0000')
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
    .replaceAll('\u0001', '.*')
  const literal = names
    .slice(
      0,
      names.findIndex((name) => name.includes('*')),
    )
    .join('/')
  return new RegExp(`^${source}(?:/.*)?$`).test(path) || (literal !== '' && `${literal}/`.startsWith(`${path}/`))
}
