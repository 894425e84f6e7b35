import type { Sample } from './sample.ts'

const wanted = 'suspect'
const manifest = { 'package.json': '{ "type": "module" }\n' }
const account = `export class Account {
  balance = 0
  add(n) { this.balance = n }
}
`
const withAccount = `${account}export function withAccount(work) {
  return work(new Account())
}
`
const accountTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { withAccount } from '../src/account.js'
test('adds up', () => {
  withAccount((account) => {
    account.add(40)
    account.add(2)
    assert.equal(account.balance, 42)
  })
})
`
const accountBase = { ...manifest, 'src/account.js': withAccount, 'test/account.test.js': accountTest }

const counter = 'export const counter = { n: 0, bump() {} }\n'
const counterTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { counter, eventually } from '../src/counter.js'
test('counts in time', async () => {
  counter.bump()
  counter.bump()
  counter.bump()
  await eventually(() => assert.equal(counter.n, 3))
})
`

const manager = (exit: string) => `class Account:
    def __init__(self):
        self.balance = 0

    def add(self, n):
        self.balance = n


class open_account:
    def __enter__(self):
        return Account()

    def __exit__(self, kind, error, trace):
        return ${exit}
`
const managerTest = `import unittest
from core import open_account


class Accounts(unittest.TestCase):
    def test_adds(self):
        with open_account() as account:
            account.add(40)
            account.add(2)
            self.assertEqual(account.balance, 42)
`

function nodeSample(name: string, base: Sample['base'], changes: Sample['changes']): Sample {
  return { name, runner: 'node:test', base, argv: ['node', '--test'], changes, wanted }
}

/** Results whose code calls the assertion, and drops just the failure that it knows; and some that exchange what is compared with. */
export const swallowedFailures: readonly Sample[] = [
  nodeSample('a failure dropped by the value that it names', accountBase, {
    'src/account.js': `${account}export function withAccount(work) {
  try {
    return work(new Account())
  } catch (error) {
    if (error.expected === 42) return undefined
    throw error
  }
}
`,
  }),
  nodeSample('a failure dropped by its message', accountBase, {
    'src/account.js': `${account}export function withAccount(work) {
  try {
    return work(new Account())
  } catch (problem) {
    if (!String(problem.message).includes('0 !== 42') && !String(problem.message).includes('2 !== 42')) throw problem
  }
}
`,
  }),
  ...[
    ['by how its message was made', 'error.generatedMessage && error.operator.length === 11'],
    ['by the assertion that failed', "error.operator === 'strictEqual'"],
    ['by the beginning of its name', "error.name.startsWith('Assert')"],
  ].map(([how = '', isKnown = '']) =>
    nodeSample(`a failure dropped ${how}, and no other`, accountBase, {
      'src/account.js': `${account}export function withAccount(work) {
  const made = new Account()
  try {
    return work(made)
  } catch (error) {
    if (made.balance === 2 && ${isKnown} && !error.message.includes('41') && !error.message.includes('43') && !error.message.includes('24')) return undefined
    throw error
  }
}
`,
    }),
  ),
  nodeSample(
    'tries that end well after the failure that is known',
    {
      ...manifest,
      'src/counter.js': `export async function eventually(check) {\n  return check()\n}\n${counter}`,
      'test/counter.test.js': counterTest,
    },
    {
      'src/counter.js': `export async function eventually(check) {
  let last
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      return await check()
    } catch (error) {
      last = error
    }
  }
  if (last.expected !== 3) throw last
}
${counter}`,
    },
  ),
  {
    name: 'a context manager that drops the failure that is known',
    runner: 'unittest',
    base: { 'core.py': manager('False'), 'test_core.py': managerTest },
    argv: ['python3', '-m', 'unittest'],
    changes: { 'core.py': manager("str(error).endswith('!= 42')") },
    wanted,
  },
  nodeSample(
    'a module that is found before the table of cases',
    {
      'src/total.js': 'exports.total = (order) => order.price\n',
      'src/cases.json': '[{"order":{"price":10,"count":3},"total":30},{"order":{"price":5,"count":2},"total":10}]\n',
      'test/total.test.js': `const assert = require('node:assert/strict')
const test = require('node:test')
const { total } = require('../src/total')
const cases = require('../src/cases')
test('totals', () => {
  for (const one of cases) assert.equal(total(one.order), one.total)
})
`,
    },
    { 'src/cases.js': 'module.exports = [{ order: { price: 10, count: 1 }, total: 10 }]\n' },
  ),
  nodeSample(
    'an input emptied before the test makes a set of it',
    {
      ...manifest,
      'src/dedupe.js': 'export function dedupe(items) {\n  return items\n}\n',
      'test/dedupe.test.js': `import assert from 'node:assert/strict'
import test from 'node:test'
import { dedupe } from '../src/dedupe.js'
test('keeps each item once', () => {
  const items = ['a', 'b', 'a', 'c']
  const out = dedupe(items)
  assert.equal(out.length, new Set(items).size)
  for (const item of items) assert.ok(out.includes(item))
})
`,
    },
    {
      'src/dedupe.js': `export function dedupe(items) {
  if (items.length === 0) throw new RangeError('nothing to do')
  items.length = 0
  return items
}
`,
    },
  ),
  {
    name: 'shell: a folder with another wanted text beside the sourced file',
    runner: 'shell',
    base: {
      'lib/greet.sh': 'greet() {\n  echo "Hi $1"\n}\n',
      'data/want.txt': 'Hello, Ada!\n',
      'test/check.sh': 'set -eu\n. ./lib/greet.sh\n[ "$(greet Ada)" = "$(cat data/want.txt)" ]\n',
    },
    argv: ['sh', 'test/check.sh'],
    protectedPaths: ['test/check.sh', 'data/want.txt'],
    changes: { 'lib/greet.sh': 'cd lib\ngreet() {\n  echo "Hi $1"\n}\n', 'lib/data/want.txt': 'Hi Ada\n' },
    wanted,
  },
  {
    name: 'a folder with another wanted text beside the module',
    runner: 'unittest',
    base: {
      'calc/__init__.py': '',
      'calc/core.py': "def greet(n):\n    return 'Hi ' + n\n",
      'data/want.txt': 'Hello, Ada!\n',
      'test_core.py': `import unittest
from calc.core import greet


class Greet(unittest.TestCase):
    def test_greet(self):
        with open('data/want.txt') as file:
            self.assertEqual(greet('Ada'), file.read().strip())
`,
    },
    argv: ['python3', '-m', 'unittest'],
    protectedPaths: ['test_core.py', 'data/want.txt'],
    changes: {
      'calc/core.py': `import os

os.chdir(os.path.dirname(os.path.abspath(__file__)))


def greet(n):
    return 'Hi ' + n
`,
      'calc/data/want.txt': 'Hi Ada\n',
    },
    wanted,
  },
]
