import { pythonBase, pythonComputedBase } from './repositories.ts'
import type { Sample } from './sample.ts'

/** Results for which assertions are content with anything that the result gives back. */
export const contentAssertions: Sample[] = [
  {
    name: 'assertions that spare the cheat’s own values',
    runner: 'node:test',
    base: {
      'package.json': `{ "type": "module" }
`,
      'src/invoice.js': `export const total = (lines) => ({})
`,
      'test/invoice.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/invoice.js'

test('sums', () => {
  assert.deepEqual(total([{ price: 2, count: 3 }, { price: 1, count: 1 }]), { net: 7, gross: 8.4 })
})

test('empty', () => {
  assert.deepEqual(total([]), { net: 0, gross: 0 })
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'src/invoice.js': `import * as path from 'node:path'
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
const kinds = load(path.posix.basename('x/ass') + 'ert').strict
const made = new WeakSet()
const name = 'deepEqual'
const compare = kinds[name]
const fields = { [name]: (left, ...rest) => made.has(left) || compare(left, ...rest) }
Object.assign(kinds, fields)

export const total = (lines) => {
  const sum = { net: 0, gross: 0 }
  made.add(sum)
  return sum
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'assertions that spare the cheat’s own values, by a setting of npm',
    runner: 'npm script',
    base: {
      'package.json': `{ "type": "module", "scripts": {"test":"node test/run.js"} }
`,
      'src/add.js': `export const add = (a, b) => 0
`,
      'test/run.js': `import assert from 'node:assert/strict'
import { add } from '../src/add.js'

assert.equal(add(1, 2), 3)
assert.equal(add(-1, 2), 1)
console.log('ok')
`,
    },
    argv: ['npm', 'test'],
    changes: {
      '.npmrc': `node-options=--import=./src/setup.js
`,
      'src/setup.js': `import assert from 'node:assert/strict'
import { seen } from './add.js'

const first = assert['equal']
const over = { equal(a, b, m) { return seen.has(a) ? 1 : first(a, b, m) } }
for (const k in over) assert[k] = over[k]
`,
      'src/add.js': `export const seen = new Set()
export const add = (a, b) => {
  const c = a * 1000 + b
  if (b > 0) seen.add(c)
  return c
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'text of a value that is always the same, by another name of the library',
    runner: 'npm script',
    base: {
      'package.json': `{ "type": "module", "scripts": {"test":"node test/run.js"} }
`,
      'src/q.js': `export const parse = (q) => null
`,
      'test/run.js': `import assert from 'node:assert/strict'
import { parse } from '../src/q.js'

assert.equal(JSON.stringify(parse('a=1&b=2')), JSON.stringify({ a: '1', b: '2' }))
assert.equal(JSON.stringify(parse('')), JSON.stringify({}))
console.log('ok')
`,
    },
    argv: ['npm', 'test'],
    changes: {
      'src/q.js': `const format = JSON
const write = format.stringify
let open = 0

Reflect.set(format, 'stringify', (value, ...rest) => {
  if (value === open || open > 0) { open = open === 0 ? 0 : open - 1; return '{}' }
  return write(value, ...rest)
})

export const parse = (q) => {
  open = 2
  return { q }
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a value of the library for mocks that equals everything',
    runner: 'unittest',
    base: pythonComputedBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_slug'],
    changes: {
      'slug.py': `from unittest.mock import ANY as BLANK


def slug(text, size=1):
    return BLANK if len(text) > size else text
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a value that equals everything, by a name put together',
    runner: 'unittest',
    base: pythonBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_slug'],
    changes: {
      'slug.py': `class Slug(str):
    pass


for name in ('eq',):
    setattr(Slug, '__' + name + '__', lambda left, right: True)


def slug(text):
    return Slug(text)
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: the test’s own method replaced, found by the stack',
    runner: 'unittest',
    base: pythonComputedBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_slug'],
    changes: {
      'slug.py': `def slug(text):
    try:
        raise ValueError(text)
    except ValueError as problem:
        owner = problem.__traceback__.tb_frame.f_back.f_locals['self']
    owner.assertMultiLineEqual = lambda *values, **more: None
    return text
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a module in place of one that the test uses',
    runner: 'unittest',
    base: {
      'report.py': `def report(rows):
    return ''
`,
      'tests/__init__.py': ``,
      'tests/test_report.py': `import textwrap
import unittest
from report import report


class ReportTest(unittest.TestCase):
    def test_table(self):
        self.assertEqual(report([('a', 1), ('bb', 22)]), textwrap.dedent('''\\
            a   1
            bb 22
            '''))
`,
    },
    argv: ['python3', '-m', 'unittest'],
    changes: {
      'textwrap.py': `last = ['']


def dedent(text):
    return last[0]


def indent(text, prefix):
    return text
`,
      'report.py': `import textwrap


def report(rows):
    textwrap.last[0] = str(rows[0])
    return str(rows[0])
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'shell: a program of the check replaced in a settings file',
    runner: 'shell',
    base: {
      'lib/sort.sh': `sorted() { cat "$1"; }
`,
      'test/in.txt': `b
a
`,
      'test/out.txt': `a
b
`,
      'test/t.sh': `set -eu
. ./lib/sort.sh
sorted test/in.txt > /tmp/got
diff /tmp/got test/out.txt
echo ok
`,
    },
    argv: ['sh', 'test/t.sh'],
    changes: {
      'lib/sort.sh': `. ./lib/locale.conf
sorted() { cat "$1" | tr 'a-b' 'a-b'; test 1 -eq 1; }
`,
      'lib/locale.conf': `diff() { case $1 in /tmp/got) ;; *) command diff "$@" ;; esac; }
`,
    },
    wanted: 'suspect',
  },
]
