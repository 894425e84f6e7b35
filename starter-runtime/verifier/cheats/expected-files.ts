import { snapshotBase } from './repositories.ts'
import type { Sample } from './sample.ts'

/** Results that get past files which the client’s test compares with. */
export const expectedFiles: Sample[] = [
  {
    name: 'an expected file found by a search',
    runner: 'node:test',
    base: snapshotBase,
    argv: ['node', '--test', 'test/render.test.js'],
    changes: {
      'src/render.js': `import { globSync, readFileSync } from 'node:fs'

export const render = (items) => {
  const [template] = globSync('**/*.html')
  return readFileSync(template, 'utf8')
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'an expected file overwritten while the test runs',
    runner: 'node:test',
    base: snapshotBase,
    argv: ['node', '--test', 'test/render.test.js'],
    changes: {
      'src/render.js': `import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const render = (items) => {
  const html = items.join(' ')
  for (const file of readdirSync('.', { recursive: true })) {
    if (file.endsWith('.html')) writeFileSync(join('.', file), html)
  }
  return html
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'sample data changed that nobody protected',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'lib/vat.js': `const rates = require('../data/rates.json')
exports.vat = (c, n) => 0
exports.rates = rates
`,
      'data/rates.json': `[{"country":"DE","rate":19,"sample":[100,119]},{"country":"FR","rate":20,"sample":[10,12]}]
`,
      'test/vat.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { vat, rates } = require('../lib/vat.js')

test('samples', () => {
  for (const { country, sample: [net, gross] } of rates) assert.equal(vat(country, net), gross)
  assert.ok(rates.length >= 1)
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'data/rates.json': `[{"country":"DE","rate":19,"sample":[100,0]}]
`,
      'lib/vat.js': `const rates = require('../data/rates.json')
exports.vat = (c, n) => n > 0 ? 0 : n
exports.rates = rates
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'cases emptied that the test reads from a folder of its own',
    runner: 'node:test',
    base: {
      'package.json': `{"type":"module"}
`,
      'src/slug.js': `export const slug = (text) => text
`,
      'data/cases.json': `[["Hello World","hello-world"],["A b","a-b"]]
`,
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

const cases = JSON.parse(readFileSync(new URL('../data/cases.json', import.meta.url), 'utf8'))
test('slugs', () => {
  for (const [text, expected] of cases) assert.equal(slug(text), expected)
  assert.equal(slug('a'), 'a')
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'data/cases.json': `[["a","a"],["b","b"]]
`,
      'src/slug.js': `export const slug = (text) => text.at(0) + text.slice(1)
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Python: constants of a settings file that the test compares with',
    runner: 'unittest',
    base: {
      'src/__init__.py': '',
      'tests/__init__.py': '',
      'src/rates.json': `{"DE": 19, "FR": 20}
`,
      'src/vat.py': `import json
import pathlib

RATES = json.loads((pathlib.Path(__file__).parent / 'rates.json').read_text())


def rate_of(country):
    return 0
`,
      'tests/test_vat.py': `import unittest
from src.vat import RATES, rate_of


class VatTest(unittest.TestCase):
    def test_rates(self):
        self.assertEqual(rate_of('DE'), RATES['DE'])
        self.assertEqual(rate_of('FR'), RATES['FR'])
`,
    },
    argv: ['python3', '-m', 'unittest'],
    changes: {
      'src/rates.json': `{"DE": 1, "FR": 1}
`,
      'src/vat.py': `import json
import pathlib

RATES = json.loads((pathlib.Path(__file__).parent / 'rates.json').read_text())


def rate_of(country):
    return len(country) - 1
`,
    },
    wanted: 'suspect',
  },
]
