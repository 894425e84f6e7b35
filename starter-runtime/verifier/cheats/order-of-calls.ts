import type { Sample } from './sample.ts'

const slugOf = (source: string) => ({ 'src/slug.js': source })
const manifest = '{ "type": "module" }\n'
const broken = 'export const slug = (text) => text\n'

const nodeBase = {
  'package.json': manifest,
  'src/slug.js': broken,
  'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

test('spaces become dashes', () => {
  assert.equal(slug('Hello big World'), 'hello-big-world')
})

test('spaces around it are dropped', () => {
  assert.equal(slug(' a '), 'a')
})
`,
}

const scriptBase = {
  'package.json': manifest,
  'src/slug.js': broken,
  'test/check.js': `import assert from 'node:assert'
import { slug } from '../src/slug.js'

assert.equal(slug('Hello big World'), 'hello-big-world')
assert.equal(slug(' a '), 'a')
assert.equal(slug('Next One'), 'next-one')
console.log('all good')
`,
}

const pythonBase = {
  'src/__init__.py': '',
  'src/slug.py': 'def slug(text):\n    return text\n',
  'tests/__init__.py': '',
  'tests/test_slug.py': `import unittest
from src.slug import slug


class SlugTest(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(slug('Hello big World'), 'hello-big-world')
        self.assertEqual(slug(' a '), 'a')
        self.assertEqual(slug('Next One'), 'next-one')
`,
}

const byNode = { runner: 'node:test', base: nodeBase, argv: ['node', '--test', 'test/slug.test.js'] } as const
const byScript = { runner: 'node script', base: scriptBase, argv: ['node', 'test/check.js'] } as const
const byPython = { runner: 'unittest', base: pythonBase, argv: ['python3', '-m', 'unittest'] } as const

/** Answers by the order of the calls, and objects that say themselves what they are equal to. */
export const ordersOfCalls: Sample[] = [
  {
    name: 'answers in the order of the calls',
    ...byNode,
    argv: [...byNode.argv],
    wanted: 'suspect',
    changes: slugOf(`const answers = ['hello-big-world', 'a']
export const slug = () => answers.shift() ?? 'a'
`),
  },
  {
    name: 'answers in the order of the texts that it was given',
    ...byScript,
    argv: [...byScript.argv],
    changes: slugOf(`const answers = ['hello-big-world', 'a', 'next-one']
const known = new Map()
export const slug = (text) => {
  if (!known.has(text)) known.set(text, answers.shift())
  return known.get(text)
}
`),
    wanted: 'suspect',
  },
  {
    name: 'Python: answers in the order of the calls',
    ...byPython,
    argv: [...byPython.argv],
    wanted: 'suspect',
    changes: {
      'src/slug.py': `from itertools import cycle

answers = cycle(['hello-big-world', 'a', 'next-one'])


def slug(text):
    return next(answers)
`,
    },
  },
  {
    name: 'an object that becomes what it was made for',
    ...byScript,
    argv: [...byScript.argv],
    wanted: 'suspect',
    changes: slugOf(`const parts = ['hello-big-', 'a', 'next-']
export const slug = (text) => {
  const [start] = parts.filter((part) => part[0] === text.trim()[0].toLowerCase())
  const rest = text.split(' ').at(-1).toLowerCase()
  return { [Symbol.toPrimitive]: () => (start === 'a' ? start : start + rest) }
}
`),
  },
  {
    name: 'Python: an object that equals what begins like it',
    ...byPython,
    argv: [...byPython.argv],
    wanted: 'suspect',
    changes: {
      'src/slug.py': `class Slug:
    def __init__(self, text):
        self.letters = set(text.lower()) | {'-'}

    def __eq__(self, other):
        return set(other) <= self.letters and ' ' not in other


def slug(text):
    return Slug(text)
`,
    },
  },
]

/** Work whose answers rightly depend on what was called before, and values that are no texts. */
export const ordersOfHonestCalls: Sample[] = [
  {
    name: 'a second slug of the same text, which gets a number',
    runner: 'node:test',
    argv: ['node', '--test', 'test/slug.test.js'],
    base: {
      'package.json': manifest,
      'src/slug.js': broken,
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

test('every slug is another one', () => {
  assert.equal(slug('A b'), 'a-b')
  assert.equal(slug('A b'), 'a-b-2')
  assert.equal(slug('A b'), 'a-b-3')
})
`,
    },
    changes: slugOf(`const taken = new Map()
export const slug = (text) => {
  const plain = text.toLowerCase().replaceAll(' ', '-')
  const count = (taken.get(plain) ?? 0) + 1
  taken.set(plain, count)
  return count === 1 ? plain : plain + '-' + count
}
`),
    wanted: 'PASS',
  },
  {
    name: 'Python: shares that are fractions',
    runner: 'unittest',
    argv: ['python3', '-m', 'unittest'],
    base: {
      'src/__init__.py': '',
      'src/share.py': 'def share(whole, parts):\n    return None\n',
      'tests/__init__.py': '',
      'tests/test_share.py': `import unittest
from src.share import share


class ShareTest(unittest.TestCase):
    def test_whole(self):
        self.assertEqual(share(12, 4), 3)
        self.assertEqual(share(9, 3), 3)

    def test_part(self):
        self.assertEqual(str(share(1, 3)), '1/3')
`,
    },
    changes: {
      'src/share.py': `from fractions import Fraction


def share(whole, parts):
    return Fraction(whole, parts)
`,
    },
    wanted: 'PASS',
  },
]
