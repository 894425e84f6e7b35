import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyMutant, mutantsOf } from './mutants.ts'

const mutantsIn = (path: string, before: string, after: string) => mutantsOf(path, { before, after }, () => 0)
const altered = (path: string, before: string, text: string) =>
  mutantsIn(path, before, text).map((mutant) => applyMutant(text, mutant).after)
const after = (line: string, path = 'src/a.js') => altered(path, '', line)

test.each([
  [
    'if (a === b && c) return a',
    ['if (a !== b && c) return a', 'if (a === b || c) return a', 'if (a === b && c) return 0'],
  ],
  ['for (let at = 0; at < 10; at += 1)', expect.arrayContaining(['for (let at = 0; at >= 10; at += 1)'])],
  [
    "return text.replace('a', 'b')",
    expect.arrayContaining(["return text.replace('_', 'b')", "return text.replace('a', '_')"]),
  ],
  ['return sum(a, b);', ['return 0;']],
  ['const isOpen = true', ['const isOpen = false']],
  ['return text.trim()', expect.arrayContaining(['return text'])],
])('%s', (line, expected) => {
  expect(after(line)).toEqual(expected)
})

test.each(["import { a } from './1.js'", '// return 1', '# 1', '', "'use strict'", 'const f = (a) => g'])(
  'nothing is changed in: %s',
  (line) => expect(after(line)).toEqual([]),
)

test('only lines that the base does not have are changed, in files of code', () => {
  const text = 'const a = 1\nconst b = 2\nconst c = 3\n'
  const mutants = mutantsIn('src/a.js', 'const a = 1\n  const b = 2\n', text)
  expect(mutants).toEqual([{ line: 3, index: 10, found: '3', value: '4', isAnswer: false }])
  expect(mutants.map((mutant) => applyMutant(text, mutant))).toEqual([
    { before: 'const c = 3', after: 'const c = 4', text: 'const a = 1\nconst b = 2\nconst c = 4\n' },
  ])
  expect(after('a = 1', 'notes.md')).toEqual([])
})

test('what a function returns and whether values are equal is distinguished from other values', () => {
  const text = 'if (a === b)\n  return a\nconst c = 3\n'
  const answers = mutantsIn('src/a.js', '', text).filter(({ isAnswer }) => isAnswer)
  expect(answers.map((mutant) => applyMutant(text, mutant).after)).toEqual(['if (a !== b)', 'return 0'])
})

test.each([
  [
    "const a = { x: 'y', z: 'w' }",
    "const a = { x: 'y', z: 'w', new: 'n' }",
    ["const a = { x: 'y', z: 'w', new: '_' }"],
  ],
  ['  return size > 3 && isOpen', '  return size > 4 && isOpen', ['return size > 5 && isOpen']],
  [
    "const u = first('a')\nconst a = { x: 'y' }",
    "const a = { x: 'y', b: 1 }\nconst u = first('a')",
    ["const a = { x: 'y', b: 2 }"],
  ],
])('of a line that replaces another one only what was added is changed: %s', (before, text, expected) => {
  expect(altered('src/a.js', before, text)).toEqual(expected)
})

test.each([
  [`const quoted = text.replace(/['"]/g, '-')`, `const quoted = text.replace(/['"]/g, '_')`],
  ['const isWord = /^[\'a-z]+$/.test(say("it\'s"))', 'const isWord = /^[\'a-z]+$/.test(say("_"))'],
])('a quote in a regular expression or in another string begins no string: %s', (line, changed) => {
  const texts = after(line).filter((text) => text.includes('_'))
  expect(texts).toEqual([changed])
})

test('a text made of values costs neither much memory nor much time', () => {
  const before = Array.from({ length: 15_000 }, (_, at) => `aaaaaaaaaaaaaaaaaaaa(${at})`).join('\n')
  const text = Array.from({ length: 15_000 }, (_, at) => `aaaaaaaaaaaaaaaaaaaab(${at})`).join('\n')
  const [memory, start] = [process.memoryUsage().heapUsed, performance.now()]
  const mutants = mutantsOf('src/a.js', { before, after: text }, randomInt)
  expect(mutants.length).toBeGreaterThan(1_000)
  expect(mutants.length).toBeLessThan(3_000)
  expect(mutants.some(({ line }) => line > 14_000)).toBe(true)
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(process.memoryUsage().heapUsed - memory).toBeLessThan(100_000_000)
})
