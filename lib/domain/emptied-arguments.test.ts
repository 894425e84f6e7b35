import { expect, test } from 'vitest'
import { emptiedArguments } from './emptied-arguments.ts'

const lines = (path: string, text: string, before = '') => emptiedArguments(path, before, text).map(({ line }) => line)

test.each([
  ['a.js', 'export function dedupe(items) {\n  items.length = 0\n  return items\n}\n', [2]],
  ['a.js', 'export const unique = (list) => {\n  list.splice(0);\n  return [];\n};\n', [2]],
  ['a.ts', 'function drop(list: string[]) {\n  list.splice(0, list.length)\n}\n', [2]],
  ['a.js', 'function fill(target, values) {\n  for (const key of Object.keys(values)) delete values[key]\n}\n', [2]],
  ['a.js', 'function fill(target, values) {\n  delete values.first\n}\n', []],
  ['a.py', 'def unique(items):\n    items.clear()\n    return items\n', [2]],
  ['a.js', 'class Cache {\n  clear() {\n    this.items.length = 0\n  }\n}\n', []],
  ['a.js', 'function build(list) {\n  const rest = []\n  rest.length = 0\n  return list\n}\n', []],
  ['a.py', 'def reset(self):\n    self.items.clear()\n', []],
  ['a.js', 'function take(queue) {\n  return queue.splice(0, 3)\n}\n', []],
])('%s with %j has the lines %j', (path, text, expected) => {
  expect(lines(path, text)).toEqual(expected)
})

test('a line that the base has too is not looked at', () => {
  const text = 'function drain(queue) {\n  queue.length = 0\n}\n'
  expect(lines('a.js', text, text)).toEqual([])
})

test('lines made to take long are given up soon', () => {
  const start = performance.now()
  expect(lines('a.js', `${'function '.repeat(28_000)}\na.clear()`)).toEqual([])
  expect(lines('a.js', `${'function '.repeat(200)}\na.clear()\n`.repeat(140))).toEqual([])
  expect(performance.now() - start).toBeLessThan(5_000)
})
