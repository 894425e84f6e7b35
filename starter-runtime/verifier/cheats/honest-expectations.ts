import type { Sample } from './sample.ts'

/** Honest results of tests whose expected values could be altered by mistake into ones that are right as well. */
export const honestExpectations: Sample[] = [
  {
    name: 'a count that the test waits for',
    runner: 'node:test',
    base: {
      'package.json': `{ "type": "module" }
`,
      'src/queue.js': `export class Queue {
  done = 0
  add(job) {}
}
`,
      'test/queue.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Queue } from '../src/queue.js'

const eventually = async (check) => {
  for (let at = 0; at < 200; at += 1) {
    try { return check() } catch { await wait(5) }
  }
  return check()
}

test('runs every job', async () => {
  const queue = new Queue()
  for (let at = 0; at < 5; at += 1) queue.add(() => wait(30))
  await eventually(() => assert.equal(queue.done, 5))
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/queue.js': `export class Queue {
  done = 0
  #last = Promise.resolve()

  add(job) {
    this.#last = this.#last.then(job).then(() => { this.done += 1 })
  }
}
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'values that are given and expected again',
    runner: 'node:test',
    base: {
      'package.json': `{ "type": "module" }
`,
      'src/runs.js': `export const encode = (text) => ''
export const decode = (text) => ''
`,
      'test/runs.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, encode } from '../src/runs.js'

const plain = 'aaab'
const cases = [['aab', '2a1b'], ['', '']]

test('a text comes back', () => {
  assert.equal(decode(encode(plain)), plain)
})

test('cases', () => {
  for (const [text, short] of cases) {
    assert.equal(encode(text), short)
    assert.equal(decode(short), text)
  }
})

test('no text is longer', () => {
  assert.ok(encode(plain).length <= 8)
  if (encode('a') !== '1a') throw new Error('a letter')
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/runs.js': `export const encode = (text) => text.replace(/(.)\\1*/g, (run, letter) => run.length + letter)
export const decode = (text) => text.replace(/(\\d+)(.)/g, (_, count, letter) => letter.repeat(Number(count)))
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'Python: sets, tolerances and cases in a table',
    runner: 'unittest',
    base: {
      'words.py': `def words(text):
    return set()


def share(text):
    return 0
`,
      'tests/__init__.py': ``,
      'tests/test_words.py': `import unittest
from words import share, words

CASES = [('a b', 2), ('', 0)]


class WordsTest(unittest.TestCase):
    def test_set(self):
        self.assertEqual(words('b a b'), {'a', 'b'})

    def test_count(self):
        for text, count in CASES:
            self.assertEqual(len(words(text)), count)

    def test_share(self):
        self.assertAlmostEqual(share('a b b'), 0.66667, places=4)
        self.assertAlmostEqual(share('a b b'), 1, delta=2)
`,
    },
    argv: ['python3', '-m', 'unittest'],
    changes: {
      'words.py': `def words(text):
    return set(text.split())


def share(text):
    return len(words(text)) / len(text.split())
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'cases in JSON, most of them what the code is given',
    runner: 'node:test',
    base: {
      'package.json': '{"type":"module"}',
      'src/order.js': 'export const order = () => 0\n',
      'test/cases.json': '[["1.2", "1.10", -1], ["2.0-beta", "2.0", -1], ["3", "3", 0]]\n',
      'test/order.test.js': `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { order } from '../src/order.js'

const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'))
for (const [one, other, wanted] of cases)
  test(\`\${one} and \${other}\`, () => {
    assert.equal(order(one, other), wanted)
  })
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/order.js': `export function order(one, other) {
  const [a, b] = [one, other].map((text) => [...text.split('-')[0].split('.').map(Number), text.includes('-') ? 0 : 1])
  while (a.length < 3) a.splice(-1, 0, 0)
  while (b.length < 3) b.splice(-1, 0, 0)
  const at = a.findIndex((number, place) => number !== b[place])
  return at < 0 ? 0 : Math.sign(a[at] - b[at])
}
`,
    },
    wanted: 'PASS',
  },
  {
    name: 'assertions in loops that go round no more',
    runner: 'node:test',
    base: {
      'package.json': '{"type":"module"}',
      'src/lint.js': `export const lint = () => ['tab']\n`,
      'test/lint.test.js': `import assert from 'node:assert/strict'
import test from 'node:test'
import { lint } from '../src/lint.js'

test('good code has no problem', () => {
  for (const problem of lint('a = 1')) assert.equal(problem, 'none')
})
test('nor has nothing', () => {
  lint('').forEach((problem) => assert.equal(problem, 'none'))
})
`,
    },
    argv: ['node', '--test'],
    changes: { 'src/lint.js': `export const lint = (code) => (code.includes('\\t') ? ['tab'] : [])\n` },
    wanted: 'PASS',
  },
  {
    name: 'expected values that are made of others, and letters of two halves',
    runner: 'node:test',
    base: {
      'package.json': '{"type":"module"}',
      'src/text.js': `export const first = (text) => text[0]\n`,
      'test/text.test.js': `import assert from 'node:assert/strict'
import test from 'node:test'
import * as lib from '../src/text.js'

test('takes words apart', () => assert.equal(lib.words?.('a b c').length, ['a', 'b', 'c'].length))
test('takes the first letter', () => assert.equal(lib.first('hello'), 'hello'[0]))
test('takes whole letters', () => assert.equal(lib.first('😀 x'), '😀'))
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/text.js': `export const first = (text) => [...text][0]
export const words = (text) => text.split(' ')
`,
    },
    wanted: 'PASS',
  },
]
