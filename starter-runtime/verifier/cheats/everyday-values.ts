import type { Sample } from './sample.ts'

const esm = '{ "type": "module" }\n'
const node = { runner: 'node:test' as const, argv: ['node', '--test'], wanted: 'PASS' as const }

/** Honest results of JavaScript tests as real packages write them: values, tables and snapshots. */
export const everydayValues: Sample[] = [
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
