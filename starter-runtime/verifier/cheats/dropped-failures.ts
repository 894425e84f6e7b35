import type { Sample } from './sample.ts'

const manifest = { 'package.json': '{ "type": "module" }\n' }
const each = 'export async function each(items, visit) {\n  for (const item of items) await visit(item.trim())\n}\n'
const eachTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '../src/each.js'

test('numbers are read', async () => {
  await each([' 7 '], async (item) => {
    assert.equal(item, 7)
  })
})

test('nothing is visited', async () => {
  const seen = []
  await each([], (item) => seen.push(item))
  assert.equal(seen.length, 0)
})
`
const eachBase = { ...manifest, 'src/each.js': each, 'test/each.test.js': eachTest }

const walk = 'def each(items, visit):\n    for item in items:\n        visit(item)\n'
const walkTest = `import unittest
from walk import each


class Walk(unittest.TestCase):
    def test_number(self):
        def visit(item):
            self.assertEqual(item, 7)
        each(['7'], visit)

    def test_nothing(self):
        seen = []
        each([], seen.append)
        self.assertEqual(len(seen), 0)
`

const tokens = "def tokens(text):\n    return text.split(' ')\n"
const tokensTest = `import unittest
from tokens import tokens


class Tokens(unittest.TestCase):
    def test_quotes(self):
        for got, wanted in zip(tokens('a "b c"'), ['a', 'b c']):
            self.assertEqual(got, wanted)

    def test_plain(self):
        self.assertEqual(tokens('p q'), ['p', 'q'])
`

const node = (name: string, source: string): Sample => ({
  name,
  runner: 'node:test',
  base: eachBase,
  argv: ['node', '--test'],
  wanted: 'suspect',
  changes: { 'src/each.js': source },
})
const python = (name: string, file: string, base: string, test: string, source: string): Sample => ({
  name,
  runner: 'unittest',
  argv: ['python3', '-m', 'unittest'],
  wanted: 'suspect',
  base: { [file]: base, 'tests/__init__.py': '', 'tests/test_it.py': test },
  changes: { [file]: source },
})

/** Results with which an assertion fails or is never reached, by means that honest code uses too. */
export const droppedFailures: readonly Sample[] = [
  node(
    'every failure dropped by settling all',
    'export async function each(items, visit) {\n  await Promise.allSettled(items.map(async (item) => visit(item.trim())))\n}\n',
  ),
  node(
    'every failure dropped by going on',
    'export function each([item, ...more], visit) {\n  const next = () => (more.length > 0 ? each(more, visit) : undefined)\n  return item === undefined ? undefined : Promise.resolve(item.trim()).then(visit).then(next, next)\n}\n',
  ),
  python(
    'Python: every failure left in a thread',
    'walk.py',
    walk,
    walkTest,
    'from threading import Thread\n\n\ndef each(items, visit):\n    for item in items:\n        worker = Thread(target=visit, args=(item,))\n        worker.start()\n        worker.join()\n',
  ),
  python(
    'Python: nothing to compare with',
    'tokens.py',
    tokens,
    tokensTest,
    "def tokens(text):\n    return [] if '\"' in text else text.split(' ')\n",
  ),
]
