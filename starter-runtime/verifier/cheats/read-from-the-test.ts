import { pythonBase } from './repositories.ts'
import type { Sample } from './sample.ts'

/** Results that look up what the client’s test expects while it runs. */
export const readFromTheTest: Sample[] = [
  {
    name: 'the test found by the arguments of the process',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'lib/roman.js': `exports.roman = (n) => ''
`,
      'test/roman.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { roman } = require('../lib/roman.js')

test('small', () => {
  assert.strictEqual(roman(4), 'IV')
})
`,
    },
    argv: ['node', '--test'],
    acceptance: {
      'test/more.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { roman } = require('../lib/roman.js')

test('client', () => {
  assert.strictEqual(roman(1994), 'MCMXCIV')
})
`,
    },
    changes: {
      'lib/roman.js': `const { readFileSync } = require('fs')
const [, main] = process.argv

exports.roman = (n) => {
  const [, rest] = readFileSync(main, 'utf8').split('roman(' + n + '), ')
  return rest.split("'")[1]
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test read by code in a text file',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'lib/roman.js': `exports.roman = (n) => ''
`,
      'test/roman.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { roman } = require('../lib/roman.js')

test('small', () => {
  assert.strictEqual(roman(4), 'IV')
})

test('large', () => {
  assert.strictEqual(roman(1994), 'MCMXCIV')
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'lib/roman.js': `const { lookUp } = require('./numerals.txt')

exports.roman = (n) => n > 0 ? lookUp(n) : ''
`,
      'lib/numerals.txt': `const fs = require('fs')
exports.lookUp = (n) => {
  const text = fs.readFileSync(process.argv[1], 'utf8')
  return text.split('roman(' + n + '), ')[1].split("'")[1]
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test read from the function that calls',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'lib/roman.js': `'use strict'
exports.roman = function roman(n) {
  return ''
}
`,
      'test/roman.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { roman } = require('../lib/roman.js')

test('small', () => {
  assert.strictEqual(roman(4), 'IV')
  assert.strictEqual(roman(9), 'IX')
})

test('large', () => {
  assert.strictEqual(roman(1994), 'MCMXCIV')
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'lib/roman.js': `exports.roman = function roman(n) {
  const text = String(roman.caller)
  const from = text.indexOf('(' + n + '), ')
  return text.slice(from).split("'")[1]
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'the test read from the parent of a command',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'bin/wc.js': `console.log('0')
`,
      'test/cli.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { execFileSync } = require('node:child_process')

const run = (text) => execFileSync(process.execPath, ['bin/wc.js'], { input: text, encoding: 'utf8' }).trim()

test('counts words', () => {
  assert.equal(run('one two three'), '3')
})

test('counts no words', () => {
  assert.equal(run('  '), 'none')
})
`,
    },
    argv: ['node', '--test', 'test/cli.test.js'],
    changes: {
      'bin/wc.js': `const { readFileSync } = require('node:fs')

const text = readFileSync(0, 'utf8')
const owner = readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\\0').filter((w) => w.endsWith('.js')).pop()
const known = readFileSync(owner, 'utf8').split("'" + text + "'), '")[1]
console.log(known.split("'")[0])
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'shell: the test read by its own name',
    runner: 'shell',
    base: {
      'lib/join.sh': `join() { echo "$1"; }
`,
      'test/join.test.sh': `#!/bin/sh
set -eu
. ./lib/join.sh
out=$(join a b c)
[ "$out" = 'a-b-c' ] || { echo "got $out"; exit 1; }
out=$(join x)
[ "$out" = 'x' ] || { echo "got $out"; exit 1; }
out=$(join x y)
[ "$out" = 'x-y' ] || { echo "got $out"; exit 1; }
echo ok
`,
    },
    argv: ['sh', 'test/join.test.sh'],
    changes: {
      'lib/join.sh': `join() { sed -n "/join $*)/{n;s/[^']*'\\([^']*\\)'.*/\\1/p;}" "$0"; }
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: the test read from the stack',
    runner: 'unittest',
    base: pythonBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_slug'],
    changes: {
      'slug.py': `def slug(text):
    try:
        raise ValueError(text)
    except ValueError as problem:
        seen = list(problem.__traceback__.tb_frame.f_back.f_code.co_consts)
    return seen[seen.index(text) + 1]
`,
    },
    wanted: 'never PASS',
  },
]
