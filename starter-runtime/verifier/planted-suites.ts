import type { VerificationCommand } from '#lib/domain/verification-command.ts'
import type { Files } from '../testing/repository.ts'

const head = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n`
const load = `import { shipping, isFree } from '../src/shipping.js'\n`

const shipping = `export function shipping(weight, country) {
  if (weight <= 0) throw new RangeError('no weight')
  const base = country === 'CH' ? 7 : 12
  const heavy = weight > 20 ? 15 : 0
  return base + heavy + weight * 2
}

export function isFree(total, isMember) {
  return isMember && total >= 50
}
`

const thorough = `${head}${load}
test('costs', () => {
  assert.equal(shipping(1, 'CH'), 9)
  assert.equal(shipping(20, 'CH'), 47)
  assert.equal(shipping(21, 'DE'), 69)
  assert.throws(() => shipping(0, 'CH'), /no weight/)
})
test('free', () => {
  assert.equal(isFree(50, true), true)
  assert.equal(isFree(49, true), false)
  assert.equal(isFree(50, false), false)
})
`

/** A repository with good, weak and broken suites, each of which one command runs. */
export const plantedFiles: Files = {
  'package.json': '{"type":"module","scripts":{"test":"node --test test/thorough.test.js","tool":"mising-tool run"}}\n',
  'src/shipping.js': shipping,
  'test/thorough.test.js': thorough,
  'test/open-issue.test.js': `${head}${load}test('express', () => assert.equal(shipping(1, 'CH', true), 19))\n`,
  'test/new-file.test.js': `${head}import { express } from '../src/express.js'\ntest('express', () => assert.equal(express(1), 19))\n`,
  'test/imports-only.test.js': `${head}${load}test('loads', () => assert.ok(shipping && isFree))\n`,
  'test/calls-only.test.js': `${head}${load}test('runs', () => { shipping(1, 'CH'); isFree(1, true) })\n`,
  'test/types-only.test.js': `${head}${load}test('number', () => assert.equal(typeof shipping(1, 'CH'), 'number'))\ntest('callable', () => assert.equal(typeof isFree, 'function'))\n`,
  'test/against-itself.test.js': `${head}${load}test('same', () => { assert.equal(shipping(3, 'CH'), shipping(3, 'CH')); assert.equal(isFree(9, true), isFree(9, true)) })\n`,
  'test/swallows.test.js': `${head}${load}test('costs', () => { try { assert.equal(shipping(1, 'CH'), 9) } catch {} })\n`,
  'test/copied.test.js': `${head}import '../src/shipping.js'\nconst shipping = (weight) => 7 + weight * 2\ntest('costs', () => assert.equal(shipping(1), 9))\n`,
  'test/unawaited.test.js': `${head}${load}test('later', () => { Promise.reject(new Error('no')).catch(() => assert.ok(shipping)) })\n`,
  'test/early-exit.test.js': `${head}${load}test('costs', () => { process.exit(0); assert.equal(shipping(1, 'CH'), 9) })\n`,
  'test/skipped.test.js': `${head}${load}test('costs', { skip: true }, () => assert.equal(shipping(1, 'CH'), 9))\n`,
  'test/todo.test.js': `${head}${load}test.todo('costs', () => assert.equal(shipping(1, 'CH'), 9))\n`,
  'test/empty.test.js': '',
  'test/coin.test.js': `${head}import { randomInt } from 'node:crypto'\ntest('coin', () => assert.ok(randomInt(1000) < 500))\n`,
  'test/clock.test.js': `${head}test('clock', () => assert.ok(process.hrtime.bigint() % 2n === 0n))\n`,
  'test/syntax.test.js': `${head}test('broken', () => {\n`,
  'test/network.test.js': `${head}test('online', async () => assert.ok((await fetch('http://example.org/')).ok))\n`,
  'test/package.test.js': `${head}import { expect } from 'chai'\ntest('chai', () => expect(1).to.equal(1))\n`,
  'test/slow.test.js': `${head}test('slow', async () => { await new Promise((done) => setTimeout(done, 900)); assert.ok(true) })\n`,
  'test/endless.test.js': `${head}test('endless', () => { for (;;); })\n`,
  'bin/no-mode.sh': '#!/bin/sh\nexit 1\n',
  'bin/no-shell': { script: '#!/usr/bin/nowhere\n' },
}

export type PlantedSuite = {
  title: string
  argv: string[]
  expect: VerificationCommand['expect']
  /** The only finding that a review makes of it; none for a good one. */
  finding: string | null
  /** Milliseconds that the probe may take, where a minute is too long. */
  forMs?: number
  /** What the policy gives verifiers; ten minutes otherwise. */
  verificationSeconds?: number
}

const node = (name: string) => ['node', '--test', `test/${name}.test.js`]
const shell = (script: string) => ['/bin/sh', '-c', script]
const before = 'fails_then_passes'
const always = 'passes'

export const plantedSuites: PlantedSuite[] = [
  { title: 'thorough tests', argv: node('thorough'), expect: always, finding: null },
  { title: 'the same through npm', argv: ['npm', 'test'], expect: always, finding: null },
  { title: 'a test of what is to be done', argv: node('open-issue'), expect: before, finding: null },
  { title: 'a checker', argv: ['node', '--check', 'src/shipping.js'], expect: always, finding: null },

  { title: 'a program that is missing', argv: ['phpunit'], expect: before, finding: 'command_does_not_start' },
  {
    title: 'a program below node_modules',
    argv: ['node_modules/.bin/jest'],
    expect: always,
    finding: 'command_does_not_start',
  },
  {
    title: 'a file that cannot be executed',
    argv: ['bin/no-mode.sh'],
    expect: before,
    finding: 'command_does_not_start',
  },
  {
    title: 'an interpreter that is missing',
    argv: ['bin/no-shell'],
    expect: before,
    finding: 'command_does_not_start',
  },
  { title: 'a misspelt test file', argv: node('trough'), expect: before, finding: 'command_does_not_start' },
  { title: 'a misspelt script', argv: ['node', 'scripts/chek.js'], expect: before, finding: 'command_does_not_start' },
  { title: 'a missing npm script', argv: ['npm', 'run', 'tests'], expect: before, finding: 'command_does_not_start' },
  {
    title: 'an npm script without its program',
    argv: ['npm', 'run', 'tool'],
    expect: before,
    finding: 'command_does_not_start',
  },
  {
    title: 'a shell script that is not there',
    argv: ['/bin/sh', 'run-tests.sh'],
    expect: before,
    finding: 'command_does_not_start',
  },
  {
    title: 'a package that is not installed',
    argv: node('package'),
    expect: before,
    finding: 'command_does_not_start',
  },

  { title: 'tests of what works already', argv: node('thorough'), expect: before, finding: 'passes_before_work' },
  { title: 'an empty test file', argv: node('empty'), expect: before, finding: 'passes_before_work' },
  { title: 'tests that are skipped', argv: node('skipped'), expect: before, finding: 'passes_before_work' },
  {
    title: 'a failure that is swallowed',
    argv: shell('node --test test/open-issue.test.js || true'),
    expect: before,
    finding: 'passes_before_work',
  },
  {
    title: 'a failure lost in a pipe',
    argv: shell('node --test test/open-issue.test.js | cat'),
    expect: before,
    finding: 'passes_before_work',
  },

  { title: 'a suite that fails already', argv: node('open-issue'), expect: always, finding: 'fails_before_work' },
  { title: 'a test file that cannot be parsed', argv: node('syntax'), expect: always, finding: 'fails_before_work' },
  { title: 'a test that needs the network', argv: node('network'), expect: always, finding: 'fails_before_work' },

  { title: 'a coin', argv: node('coin'), expect: always, finding: 'command_flaky' },
  { title: 'a test of the clock', argv: node('clock'), expect: before, finding: 'command_flaky' },

  { title: 'a test that loads only', argv: node('imports-only'), expect: always, finding: 'tests_weak' },
  { title: 'a test that calls only', argv: node('calls-only'), expect: always, finding: 'tests_weak' },
  { title: 'a test of types', argv: node('types-only'), expect: always, finding: 'tests_weak' },
  { title: 'a test against itself', argv: node('against-itself'), expect: always, finding: 'tests_weak' },
  { title: 'assertions that are swallowed', argv: node('swallows'), expect: always, finding: 'tests_weak' },
  { title: 'a test of a copy', argv: node('copied'), expect: always, finding: 'tests_weak' },
  { title: 'a promise that nobody awaits', argv: node('unawaited'), expect: always, finding: 'tests_weak' },
  { title: 'a test that does not load yet', argv: node('new-file'), expect: before, finding: 'no_tests_ran' },
  { title: 'a test that ends the process', argv: node('early-exit'), expect: always, finding: 'no_tests_ran' },
  {
    title: 'tests that are skipped, expected to pass',
    argv: node('skipped'),
    expect: always,
    finding: 'no_tests_ran',
  },
  {
    title: 'tests that are still to be written',
    argv: node('todo'),
    expect: always,
    finding: 'no_tests_ran',
  },
  {
    title: 'a filter by name that selects nothing',
    argv: ['node', '--test', '--test-name-pattern', 'zzz', 'test/thorough.test.js'],
    expect: always,
    finding: 'no_tests_ran',
  },
  {
    title: 'an empty test file, expected to pass',
    argv: node('empty'),
    expect: always,
    finding: 'no_tests_ran',
  },

  {
    title: 'tests that take too long',
    argv: node('slow'),
    expect: always,
    finding: 'command_slow',
    verificationSeconds: 8,
  },
  { title: 'a test that never ends', argv: node('endless'), expect: before, finding: 'command_slow', forMs: 3_000 },
]
