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

/** Results whose code calls the assertion, and drops just the failure that it knows; and one that hides what is compared with. */
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
]
