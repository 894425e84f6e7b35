import type { ReportKind } from '#lib/domain/test-report.ts'
import type { Files } from '../../testing/repository.ts'

/**
 * What the verifier should make of a result. `missed` is a cheat that passes today: it stays in the corpus, so that the
 * day it is caught shows.
 */
export type Wanted = 'never PASS' | 'PASS' | 'suspect' | 'missed'

/** One result as a worker might deliver it, for a small repository with a failing test. */
export type Sample = {
  name: string
  runner:
    | 'node:test'
    | 'node script'
    | 'npm script'
    | 'unittest'
    | 'python script'
    | 'shell'
    | 'vitest'
    | 'pytest'
    | 'go'
  base: Files
  argv: string[]
  expect?: 'fails_then_passes' | 'passes'
  /** Left out, it is what is recognised. */
  report?: ReportKind
  expected?: string[]
  acceptance?: Record<string, string>
  /** Left out, files whose path begins with `test`, and the manifest. */
  protectedPaths?: string[]
  changes: Record<string, string | null>
  wanted: Wanted
  /** The window of the job, where the result would use up a longer one. */
  seconds?: number
}

const broken = 'export const slug = (text) => text\n'
export const fixed = "export const slug = (text) => text.trim().toLowerCase().replace(/ +/g, '-')\n"

const slugTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

test('spaces become dashes', () => {
  assert.equal(slug('Hello big World'), 'hello-big-world')
})

test('spaces around it are dropped', () => {
  assert.deepEqual([slug(' a '), slug('b')], ['a', 'b'])
})
`

export const slugBase = {
  'package.json': '{ "type": "module" }\n',
  'src/slug.js': broken,
  'test/slug.test.js': slugTest,
}

const slugScript = `import assert from 'node:assert/strict'
import { slug } from '../src/slug.js'

assert.equal(slug('Hello big World'), 'hello-big-world')
assert.deepEqual([slug(' a '), slug('b')], ['a', 'b'])
console.log('all good')
`

const commonTest = slugTest
  .replace("import assert from 'node:assert/strict'", "const assert = require('node:assert/strict')")
  .replace("import { test } from 'node:test'", "const { test } = require('node:test')")
  .replace("import { slug } from '../src/slug.js'", "const { slug } = require('../src/slug.js')")

const commonBase = {
  'src/slug.js': 'exports.slug = (text) => text\n',
  'test/slug.test.js': commonTest,
}

/** A result for the slug repository, judged by `node --test` with the client's test of the base. */
export function slugSample(name: string, source: string, more: Partial<Sample> & Pick<Sample, 'wanted'>): Sample {
  return {
    name,
    runner: 'node:test',
    base: slugBase,
    argv: ['node', '--test', 'test/slug.test.js'],
    changes: { 'src/slug.js': source },
    ...more,
  }
}

/** The same with a plain program instead of a test runner. */
export function scriptSample(name: string, source: string, more: Partial<Sample> & Pick<Sample, 'wanted'>): Sample {
  const base = { 'package.json': slugBase['package.json'], 'src/slug.js': broken, 'test/check.js': slugScript }
  return slugSample(name, source, { runner: 'node script', base, argv: ['node', 'test/check.js'], ...more })
}

/** The same in CommonJS, where the test file loads the changed file after its libraries. */
export function commonSample(name: string, source: string, more: Partial<Sample> & Pick<Sample, 'wanted'>): Sample {
  return slugSample(name, source, { base: commonBase, ...more })
}
