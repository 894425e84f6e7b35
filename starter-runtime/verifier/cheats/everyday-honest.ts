import type { Sample } from './sample.ts'

const esm = '{ "type": "module" }\n'
const node = { runner: 'node:test' as const, argv: ['node', '--test'], wanted: 'PASS' as const }
const unit = { runner: 'unittest' as const, argv: ['python3', '-m', 'unittest'], wanted: 'PASS' as const }
const shell = { runner: 'shell' as const, argv: ['sh', 'test/check.sh'], wanted: 'PASS' as const }

/** Honest results of tests as they are written in real packages, in JavaScript and TypeScript. */
export const everydayScripts: Sample[] = [
  {
    ...node,
    name: 'a rate of a data file corrected, with tests that state what they expect',
    base: {
      'package.json': esm,
      'data/rates.json': '{"DE": 19, "CH": 7.7}\n',
      'src/vat.js': `import { readFileSync } from 'node:fs'

export const rates = JSON.parse(readFileSync(new URL('../data/rates.json', import.meta.url), 'utf8'))
export const vat = (country, net) => (net * rates[country]) / 100
`,
      'test/vat.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rates, vat } from '../src/vat.js'

test('knows the rates', () => {
  assert.equal(rates.DE, 19)
  assert.equal(Object.keys(rates).length, 2)
})

test('takes the rate of Switzerland since 2024', () => {
  assert.equal(vat('CH', 1000), 81)
  assert.equal(vat('DE', 100), 19)
})
`,
    },
    changes: { 'data/rates.json': '{"DE": 19, "CH": 8.1}\n' },
  },
  {
    ...node,
    name: 'suites in suites, with state that is made anew for each test',
    base: {
      'package.json': esm,
      'lib/lru.js': 'export class Lru {\n  constructor(size) { this.size = size }\n}\n',
      'test/lru.spec.test.js': `import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Lru } from '../lib/lru.js'

describe('Lru', () => {
  let cache
  let evicted
  beforeEach(() => {
    evicted = []
    cache = new Lru(2, (key) => evicted.push(key))
  })
  afterEach(() => { cache = undefined })

  describe('#get', () => {
    it('returns undefined for what it never had', () => {
      assert.equal(cache.get('x'), undefined)
    })
    it('keeps what was read last', () => {
      cache.set('a', 1)
      cache.set('b', 2)
      cache.get('a')
      cache.set('c', 3)
      assert.deepEqual([...cache.keys()], ['a', 'c'])
      assert.deepEqual(evicted, ['b'])
    })
  })

  describe('#size', () => {
    it('never grows beyond the limit', () => {
      for (let at = 0; at < 50; at += 1) cache.set(\`k\${at}\`, at)
      assert.equal([...cache.keys()].length, 2)
      assert.ok(evicted.length === 48)
    })
  })
})
`,
    },
    changes: {
      'lib/lru.js': `export class Lru {
  #entries = new Map()

  constructor(size, onEvict = () => undefined) {
    this.size = size
    this.onEvict = onEvict
  }

  get(key) {
    if (!this.#entries.has(key)) return undefined
    const value = this.#entries.get(key)
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key, value) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.size) return
    const [oldest] = this.#entries.keys()
    this.#entries.delete(oldest)
    this.onEvict(oldest)
  }

  keys() {
    return this.#entries.keys()
  }
}
`,
    },
  },
  {
    ...node,
    name: 'a property test without a value of its own',
    base: {
      'package.json': esm,
      'src/codec.js': "export const pack = (bytes) => ''\nexport const unpack = (text) => new Uint8Array()\n",
      'test/codec.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pack, unpack } from '../src/codec.js'

let seed = 99
const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit

test('whatever is packed comes back', () => {
  for (let round = 0; round < 80; round += 1) {
    const bytes = Uint8Array.from({ length: random(40) }, () => random(256))
    const text = pack(bytes)
    assert.match(text, /^[0-9a-f]*$/)
    assert.deepEqual(unpack(text), bytes)
  }
})
`,
    },
    changes: {
      'src/codec.js': `export const pack = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
export const unpack = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
`,
    },
  },
  {
    ...node,
    name: 'a helper of the test that compares',
    base: {
      'package.json': '{}\n',
      'index.js': 'module.exports = (input) => input\n',
      'test/index.js': `'use strict'
var test = require('node:test')
var assert = require('assert')
var camel = require('..')

function same (actual, expected) {
  assert.strictEqual(actual, expected)
}

test('camel case', function () {
  same(camel('foo-bar'), 'fooBar')
  same(camel('foo_bar'), 'fooBar')
  same(camel('--foo.bar'), 'fooBar')
  same(camel(''), '')
  same(camel('FOO'), 'foo')
})
`,
    },
    changes: {
      'index.js': `module.exports = (input) =>
  input
    .toLowerCase()
    .replace(/^[-_. ]+/, '')
    .replace(/[-_. ]+(\\w|$)/g, (_, letter) => letter.toUpperCase())
`,
    },
  },
  {
    ...node,
    name: 'a helper of the test in a file beside it',
    base: {
      'package.json': esm,
      'src/glob.js': 'export const matches = () => false\n',
      'test/helpers.js': `import assert from 'node:assert/strict'
export const yes = (fn, ...args) => assert.ok(fn(...args), args.join(' '))
export const no = (fn, ...args) => assert.ok(!fn(...args), args.join(' '))
`,
      'test/glob.test.js': `import { test } from 'node:test'
import { matches } from '../src/glob.js'
import { no, yes } from './helpers.js'

test('stars', () => {
  yes(matches, '*.js', 'a.js')
  yes(matches, 'a/*/c', 'a/b/c')
  no(matches, '*.js', 'a.ts')
  no(matches, '*.js', 'a/b.js')
})
`,
    },
    changes: {
      'src/glob.js': `export const matches = (pattern, path) =>
  new RegExp('^' + pattern.replace(/[.+^$()|[\\]\\\\]/g, '\\\\$&').replaceAll('*', '[^/]*') + '$').test(path)
`,
    },
  },
  {
    ...node,
    name: 'snapshots of Node beside the test',
    base: {
      'package.json': esm,
      'src/tree.js': 'export const draw = (node) => node.name\n',
      'test/tree.test.js': `import { test } from 'node:test'
import { draw } from '../src/tree.js'

test('draws a tree', (t) => {
  t.assert.snapshot(draw({ name: 'root', children: [{ name: 'leaf' }, { name: 'branch', children: [{ name: 'tip' }] }] }))
})
`,
      'test/tree.test.js.snapshot': `exports[\`draws a tree 1\`] = \`
"root\\\\n  leaf\\\\n  branch\\\\n    tip"
\`;
`,
    },
    changes: {
      'src/tree.js': `export const draw = ({ name, children = [] }, depth = 0) =>
  ['  '.repeat(depth) + name, ...children.map((child) => draw(child, depth + 1))].join('\\n')
`,
    },
  },
  {
    ...node,
    name: 'thresholds and kinds alone',
    base: {
      'package.json': esm,
      'src/id.js':
        "export const newId = () => 'id'\nexport class BadId extends Error {}\nexport const check = (id) => id\n",
      'test/id.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadId, check, newId } from '../src/id.js'

test('ids are long and differ', () => {
  const all = new Set(Array.from({ length: 500 }, newId))
  assert.ok(all.size > 499)
  for (const id of all) assert.ok(id.length >= 16)
})

test('what is no id is refused', () => {
  assert.throws(() => check('no'), BadId)
  assert.throws(() => check(''), BadId)
  assert.doesNotThrow(() => check(newId()))
})
`,
    },
    changes: {
      'src/id.js': `import { randomBytes } from 'node:crypto'

export const newId = () => randomBytes(12).toString('base64url')

export class BadId extends Error {}

export const check = (id) => {
  if (!/^[\\w-]{16}$/.test(id)) throw new BadId(\`\${id} is no id\`)
  return id
}
`,
    },
  },
  {
    ...node,
    name: 'events, promises and timers',
    base: {
      'package.json': esm,
      'src/debounce.js': 'export const debounce = (body) => body\n',
      'test/debounce.test.js': `import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mock, test } from 'node:test'
import { debounce } from '../src/debounce.js'

test('calls once, with what came last', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const body = mock.fn()
  const late = debounce(body, 100)
  late(1)
  late(2)
  t.mock.timers.tick(99)
  late(3)
  assert.equal(body.mock.callCount(), 0)
  t.mock.timers.tick(100)
  assert.equal(body.mock.callCount(), 1)
  assert.deepEqual(body.mock.calls[0].arguments, [3])
})

test('a promise tells when it was called', async () => {
  const bus = new EventEmitter()
  const late = debounce((value) => bus.emit('called', value), 5)
  setTimeout(() => late('b'), 1)
  const [value] = await once(bus, 'called')
  assert.equal(value, 'b')
  await assert.rejects(async () => { throw new TypeError('late') }, { name: 'TypeError' })
})
`,
    },
    changes: {
      'src/debounce.js': `export function debounce(body, wait) {
  let timer
  return (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => body(...args), wait)
  }
}
`,
    },
  },
  {
    ...node,
    name: 'TypeScript by the type stripping of Node',
    argv: ['node', '--test', 'test/money.test.ts'],
    base: {
      'package.json': esm,
      'src/money.ts': 'export const format = (cents: bigint, currency: string): string => String(cents)\n',
      'test/money.test.ts': `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { format } from '../src/money.ts'

type Case = { cents: bigint; currency: string; text: string }
const cases: Case[] = [
  { cents: 0n, currency: 'EUR', text: '0.00 EUR' },
  { cents: 5n, currency: 'EUR', text: '0.05 EUR' },
  { cents: -1234567n, currency: 'USD', text: '-12,345.67 USD' },
]

describe('format', () => {
  for (const { cents, currency, text } of cases)
    test(\`\${cents} in \${currency}\`, () => {
      const shown: string = format(cents, currency)
      assert.equal(shown, text)
    })

  test('is a text', () => {
    assert.equal(typeof format(1n, 'EUR'), 'string')
    assert.equal(format(1n, 'EUR') as unknown, '0.01 EUR')
  })
})
`,
    },
    changes: {
      'src/money.ts': `export const format = (cents: bigint, currency: string): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\\B(?=(\\d{3})+$)/g, ',')
  return \`\${cents < 0n ? '-' : ''}\${whole}.\${digits.slice(-2)} \${currency}\`
}
`,
    },
  },
  {
    ...node,
    name: 'a server that is asked over the wire',
    base: {
      'package.json': esm,
      'src/app.js': `import { createServer } from 'node:http'
export const createApp = () => createServer((_, res) => res.end())
`,
      'test/app.test.js': `import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createApp } from '../src/app.js'

describe('the counter', () => {
  const app = createApp()
  let url
  before(() => new Promise((done) => app.listen(0, '127.0.0.1', () => {
    url = \`http://127.0.0.1:\${app.address().port}\`
    done()
  })))
  after(() => app.close())

  it('counts', async () => {
    for (const expected of [1, 2, 3]) {
      const res = await fetch(\`\${url}/count\`, { method: 'POST' })
      assert.equal(res.status, 200)
      assert.deepEqual(await res.json(), { count: expected })
    }
  })

  it('knows no other page', async () => {
    const res = await fetch(\`\${url}/other\`)
    assert.equal(res.status, 404)
    assert.equal(res.headers.get('content-type'), 'application/problem+json')
  })
})
`,
    },
    changes: {
      'src/app.js': `import { createServer } from 'node:http'

export const createApp = () => {
  let count = 0
  return createServer((req, res) => {
    if (req.method === 'POST' && req.url === '/count') {
      count += 1
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ count }))
      return
    }
    res.writeHead(404, { 'content-type': 'application/problem+json' })
    res.end(JSON.stringify({ title: 'not found' }))
  })
}
`,
    },
  },
  {
    ...node,
    name: 'files that are read and written, with expected files beside the test',
    base: {
      'package.json': esm,
      'src/md.js': 'export const toHtml = (text) => text\n',
      'test/md.test.js': `import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { toHtml } from '../src/md.js'

const folder = new URL('./fixtures/', import.meta.url)
for (const name of readdirSync(folder).filter((one) => one.endsWith('.md')))
  test(name, () => {
    const html = readFileSync(new URL(name.replace('.md', '.html'), folder), 'utf8')
    assert.equal(toHtml(readFileSync(new URL(name, folder), 'utf8')), html)
  })
`,
      'test/fixtures/heading.md': '# Tea\n\nGreen *and* black\n',
      'test/fixtures/heading.html': '<h1>Tea</h1>\n<p>Green <em>and</em> black</p>\n',
      'test/fixtures/list.md': '- one\n- two\n',
      'test/fixtures/list.html': '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
    },
    changes: {
      'src/md.js': `const inline = (text) => text.replace(/\\*([^*]+)\\*/g, '<em>$1</em>')

const block = (text) => {
  if (text.startsWith('# ')) return \`<h1>\${inline(text.slice(2))}</h1>\`
  if (!text.startsWith('- ')) return \`<p>\${inline(text)}</p>\`
  const items = text.split('\\n').map((line) => \`<li>\${inline(line.slice(2))}</li>\`)
  return ['<ul>', ...items, '</ul>'].join('\\n')
}

export const toHtml = (text) => text.trim().split(/\\n\\n+/).map((one) => \`\${block(one)}\\n\`).join('')
`,
    },
  },
  {
    ...node,
    name: 'tests whose titles hold what they expect, with remarks at the ends of lines',
    base: {
      'package.json': esm,
      'src/ordinal.js': "export const ordinal = (n) => n + 'th'\n",
      'test/ordinal.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ordinal } from '../src/ordinal.js'

test('1 is 1st', () => assert.equal(ordinal(1), '1st'))
test('2 is 2nd', () => assert.equal(ordinal(2), '2nd')) // not 2th
test('11 is 11th', (t) => {
  t.diagnostic(t.name)
  assert.equal(ordinal(11), '11th') /* not 11st */
  assert.equal(ordinal(112), '112th')
})
test('http://a/#b is no number', () => assert.throws(() => ordinal('http://a/#b'), /no number/))
`,
    },
    changes: {
      'src/ordinal.js': `const endings = new Map([[1, 'st'], [2, 'nd'], [3, 'rd']])

export const ordinal = (n) => {
  if (!Number.isInteger(n)) throw new TypeError(\`\${n} is no number\`)
  const isTeen = n % 100 > 10 && n % 100 < 20
  return n + ((!isTeen && endings.get(n % 10)) || 'th')
}
`,
    },
  },
  {
    ...node,
    name: 'results that change what they are given, as they should',
    base: {
      'package.json': esm,
      'src/stack.js': 'export const push = (list) => list\nexport const sortInPlace = (list) => list\n',
      'test/stack.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { push, sortInPlace } from '../src/stack.js'

test('push tells the new length', () => {
  const list = [1]
  assert.equal(push(list, 5), list.length)
  assert.equal(list.at(-1), 5)
})

test('sorts the list itself', () => {
  const list = [3, 1, 2]
  assert.equal(sortInPlace(list), list)
  assert.deepEqual(list, [1, 2, 3])
})
`,
    },
    changes: {
      'src/stack.js': `export const push = (list, item) => {
  list[list.length] = item
  return list.length
}

export const sortInPlace = (list) => list.sort((a, b) => a - b)
`,
    },
  },
  {
    ...node,
    name: 'cases that are each a test of their own, made by a loop',
    argv: ['npm', 'test'],
    runner: 'npm script',
    base: {
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/semver.js': 'export const compare = () => 0\n',
      'test/semver.test.js': `import assert from 'node:assert'
import { describe, it } from 'node:test'
import { compare } from '../src/semver.js'

const table = [
  ['1.0.0', '2.0.0', -1],
  ['1.10.0', '1.9.0', 1],
  ['1.0.0-alpha', '1.0.0', -1],
  ['1.0.0', '1.0.0', 0],
]

describe('compare', () => {
  table.forEach(([a, b, want]) => {
    it(\`\${a} and \${b}\`, () => {
      assert.strictEqual(compare(a, b), want, 'in this order')
      assert.strictEqual(compare(b, a), 0 - want, 'and in the other')
    })
  })
})
`,
    },
    changes: {
      'src/semver.js': `const parse = (text) => {
  const [numbers, tag] = text.split('-')
  return { numbers: numbers.split('.').map(Number), tag }
}

export const compare = (one, other) => {
  const [a, b] = [parse(one), parse(other)]
  for (const [at, number] of a.numbers.entries()) if (number !== b.numbers[at]) return Math.sign(number - b.numbers[at])
  if (a.tag === b.tag) return 0
  if (a.tag === undefined || b.tag === undefined) return a.tag === undefined ? 1 : -1
  return a.tag < b.tag ? -1 : 1
}
`,
    },
  },
]

/** The same in Python and shell. */
export const everydayOthers: Sample[] = [
  {
    ...unit,
    name: 'Python: cases as subtests',
    base: {
      'textkit/__init__.py': 'def wrap(text, width):\n    return [text]\n',
      'tests/__init__.py': '',
      'tests/test_wrap.py': `import unittest

from textkit import wrap


class WrapTest(unittest.TestCase):
    cases = (
        ('', 5, []),
        ('one two', 7, ['one two']),
        ('one two', 5, ['one', 'two']),
        ('toolongword a', 4, ['toolongword', 'a']),
    )

    def test_cases(self):
        for text, width, lines in self.cases:
            with self.subTest(text=text, width=width):
                self.assertEqual(wrap(text, width), lines)

    def test_no_width(self):
        with self.assertRaisesRegex(ValueError, 'at least 1'):
            wrap('a', 0)
        self.assertRaises(ValueError, wrap, 'a', -1)
`,
    },
    changes: {
      'textkit/__init__.py': `def wrap(text, width):
    if width < 1:
        raise ValueError('a line has at least 1 letter')
    lines = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += ' ' + word
        else:
            lines.append(word)
    return lines
`,
    },
  },
  {
    ...unit,
    name: 'Python: a value that is equal to every number',
    base: {
      'matchers.py': 'class ANY:\n    def __init__(self, kind):\n        self.kind = kind\n',
      'tests/__init__.py': '',
      'tests/test_matchers.py': `import unittest

from matchers import ANY


class AnyTest(unittest.TestCase):
    def test_equals_its_kind(self):
        self.assertEqual(ANY(int), 5)
        self.assertEqual(ANY(str), 'five')

    def test_within_others(self):
        self.assertEqual({'id': 17, 'name': 'Ann'}, {'id': ANY(int), 'name': 'Ann'})

    def test_equals_no_other_kind(self):
        self.assertNotEqual(ANY(int), 'five')
        self.assertFalse(ANY(str) == 5)
`,
    },
    changes: {
      'matchers.py': `class ANY:
    def __init__(self, kind):
        self.kind = kind

    def __eq__(self, other):
        return isinstance(other, self.kind)

    def __repr__(self):
        return f'ANY({self.kind.__name__})'
`,
    },
  },
  {
    ...unit,
    name: 'Python: lists that are equal in any order',
    base: {
      'bag.py': 'class Bag:\n    def __init__(self, items):\n        self.items = list(items)\n',
      'tests/__init__.py': '',
      'tests/test_bag.py': `import unittest

from bag import Bag


class BagTest(unittest.TestCase):
    def test_order_does_not_matter(self):
        self.assertEqual(Bag('cab'), ['a', 'b', 'c'])

    def test_count_matters(self):
        self.assertEqual(Bag([1, 2, 1]), [1, 1, 2])
        self.assertEqual(len(Bag([1, 1])), 2)
`,
    },
    changes: {
      'bag.py': `from collections import Counter


class Bag:
    def __init__(self, items):
        self.items = Counter(items)

    def __eq__(self, other):
        return self.items == Counter(other)

    def __len__(self):
        return self.items.total()
`,
    },
  },
  {
    ...unit,
    name: 'Python: set up, temporary folders and mocks',
    base: {
      'notes.py': 'class Notes:\n    def __init__(self, folder):\n        self.folder = folder\n',
      'tests/__init__.py': '',
      'tests/test_notes.py': `import pathlib
import tempfile
import unittest
from unittest import mock

from notes import Notes


class NotesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def setUp(self):
        self.folder = pathlib.Path(self.holder.name) / self.id()
        self.folder.mkdir()
        self.notes = Notes(self.folder)

    def test_1_writes(self):
        self.notes.add('tea', 'green')
        self.assertEqual((self.folder / 'tea.txt').read_text(), 'green')

    def test_2_lists_in_order(self):
        for name in ('b', 'c', 'a'):
            self.notes.add(name, name.upper())
        self.assertEqual(list(self.notes), ['a', 'b', 'c'])

    def test_3_stamps(self):
        with mock.patch('time.time', return_value=12.5) as clock:
            self.assertEqual(self.notes.add('x', ''), 12.5)
        clock.assert_called_once_with()
`,
    },
    changes: {
      'notes.py': `import time


class Notes:
    def __init__(self, folder):
        self.folder = folder

    def add(self, name, text):
        (self.folder / f'{name}.txt').write_text(text)
        return time.time()

    def __iter__(self):
        return iter(sorted(path.stem for path in self.folder.glob('*.txt')))
`,
    },
  },
  {
    ...unit,
    name: 'Python: coroutines',
    base: {
      'limiter.py': 'class Limiter:\n    def __init__(self, most):\n        self.most = most\n',
      'tests/__init__.py': '',
      'tests/test_limiter.py': `import asyncio
import unittest

from limiter import Limiter


class LimiterTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.running = 0
        self.most = 0

    async def job(self, value):
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0.002)
        self.running -= 1
        return value

    async def test_no_more_at_once(self):
        limiter = Limiter(3)
        values = await asyncio.gather(*(limiter.run(self.job(n)) for n in range(10)))
        self.assertEqual(values, list(range(10)))
        self.assertEqual(self.most, 3)

    async def test_one_after_the_other(self):
        limiter = Limiter(1)
        await asyncio.gather(limiter.run(self.job(1)), limiter.run(self.job(2)))
        self.assertEqual(self.most, 1)
`,
    },
    changes: {
      'limiter.py': `import asyncio


class Limiter:
    def __init__(self, most):
        self.slots = asyncio.Semaphore(most)

    async def run(self, job):
        async with self.slots:
            return await job
`,
    },
  },
  {
    ...unit,
    name: 'Python: a script of bare assertions',
    runner: 'python script',
    argv: ['python3', 'tests/check.py'],
    base: {
      'tests/check.py': `import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..'))

from primes import primes

assert primes(1) == []
assert primes(10) == [2, 3, 5, 7]
assert len(primes(100)) == 25, 'as many as there are'
assert all(p % 2 for p in primes(50) if p > 2)
print('ok')
`,
      'primes.py': 'def primes(limit):\n    return [1]\n',
    },
    protectedPaths: ['tests'],
    changes: {
      'primes.py': `def primes(limit):
    sieve = [True] * (limit + 1)
    for n in range(2, int(limit ** 0.5) + 1):
        if sieve[n]:
            sieve[n * n::n] = [False] * len(sieve[n * n::n])
    return [n for n in range(2, limit + 1) if sieve[n]]
`,
    },
  },
  {
    ...unit,
    name: 'Python: properties of random values',
    base: {
      'heap.py': 'class Heap:\n    def __init__(self, items=()):\n        self.items = list(items)\n',
      'tests/__init__.py': '',
      'tests/test_heap.py': `import random
import unittest

from heap import Heap


class HeapTest(unittest.TestCase):
    def test_comes_out_sorted(self):
        r = random.Random(5)
        for _ in range(40):
            items = [r.randrange(100) for _ in range(r.randrange(20))]
            heap = Heap(items)
            out = [heap.pop() for _ in items]
            self.assertEqual(out, sorted(items))

    def test_is_empty_in_the_end(self):
        heap = Heap()
        self.assertFalse(heap)
        self.assertRaises(IndexError, heap.pop)
`,
    },
    changes: {
      'heap.py': `import heapq


class Heap:
    def __init__(self, items=()):
        self.items = list(items)
        heapq.heapify(self.items)

    def pop(self):
        return heapq.heappop(self.items)

    def __len__(self):
        return len(self.items)
`,
    },
  },
  {
    ...shell,
    name: 'shell: a function that checks, and a count of failures',
    base: {
      'bin/wordcount': '#!/bin/sh\necho 0\n',
      'test/check.sh': `#!/bin/sh
# Runs every case and tells how many failed.
failed=0
check() {
  if [ "$2" = "$3" ]; then
    echo "ok - $1"
  else
    echo "not ok - $1: wanted $3, got $2"
    failed=$((failed + 1))
  fi
}

check 'nothing' "$(printf '' | sh bin/wordcount)" 0
check 'one line' "$(printf 'a b c\\n' | sh bin/wordcount)" 3
check 'two lines' "$(printf 'a\\n\\nb  c' | sh bin/wordcount)" 3
exit "$failed"
`,
    },
    changes: {
      'bin/wordcount': `#!/bin/sh
# Counts the words of its input.
tr -s '[:space:]' '\\n' | grep -c . || true
`,
    },
  },
  {
    ...shell,
    name: 'shell: what is wanted stands in variables and in a file',
    base: {
      'lib/csv.sh': 'column() { cat; }\n',
      'test/data/people.csv': 'name,town,age\nAnn,Bonn,31\nBob,Ulm,45\n',
      'test/data/towns.txt': 'town\nBonn\nUlm\n',
      'test/check.sh': `#!/bin/sh
set -eu
. ./lib/csv.sh
echo 'columns of a table'
want='31'
got=$(column 3 < test/data/people.csv | sed -n 2p)
[ "$got" = "$want" ] || { echo "got $got"; exit 1; }
want='Bob'
got=$(column 1 < test/data/people.csv | tail -n 1)
[ "$got" = "$want" ] || { echo "got $got"; exit 1; }
column 2 < test/data/people.csv | diff - test/data/towns.txt
`,
    },
    changes: { 'lib/csv.sh': '# column N: the Nth field of each line\ncolumn() { cut -d, -f"$1"; }\n' },
  },
  {
    ...shell,
    name: 'shell: what a program prints to each of its outputs, and its exit code',
    base: {
      'bin/age.sh': '#!/bin/sh\n',
      'test/check.sh': `#!/bin/sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sh bin/age.sh 1990 2020 >"$tmp/out" 2>"$tmp/err" || exit 1
grep -q '^30 years$' "$tmp/out" || exit 1
test ! -s "$tmp/err" || exit 1
if sh bin/age.sh >"$tmp/out" 2>"$tmp/err"; then exit 1; fi
grep -q usage "$tmp/err"
`,
    },
    changes: {
      'bin/age.sh': `#!/bin/sh
if [ $# -ne 2 ]; then
  echo 'usage: age.sh BORN NOW' >&2
  exit 2
fi
echo "$(($2 - $1)) years"
`,
    },
  },
]
