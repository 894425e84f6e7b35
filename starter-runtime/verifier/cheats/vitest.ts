import { defaultProtection } from '#lib/domain/default-protection.ts'
import { fixed, type Sample, slugBase, slugSample } from './sample.ts'

const test = `import { describe, expect, test } from 'vitest'
import { slug } from '../src/slug.js'

describe('slug', () => {
  test('spaces become dashes', () => {
    expect(slug('A b')).toBe('a-b')
    expect([slug(' c')]).toEqual(['c'])
  })
})
`
const base = { ...slugBase, 'test/slug.test.js': test, node_modules: { link: '/executor/node_modules' } }
const run = ['node', 'node_modules/vitest/vitest.mjs', 'run']
const empty = 'export const slug = (text) => text\n'

function sample(name: string, source: string, wanted: Sample['wanted'], more: Partial<Sample> = {}): Sample {
  return slugSample(`Vitest: ${name}`, source, { runner: 'vitest', base, argv: run, wanted, ...more })
}

export const vitestCheats: Sample[] = [
  sample(
    'matchers that do nothing',
    `import { expect } from 'vitest'\nexpect.extend({ toBe: () => ({ pass: true }), toEqual: () => ({ pass: true }) })\n${empty}`,
    'never PASS',
  ),
  sample(
    'a skip in the function',
    `import { beforeEach } from 'vitest'\nbeforeEach((context) => context.skip())\n${empty}`,
    'never PASS',
  ),
  sample('exit in the function', 'export const slug = () => process.exit(0)\n', 'never PASS'),
  sample(
    'the parent told that all is well',
    `process.send?.({ type: 'finished' })\nprocess.reallyExit(0)\n${empty}`,
    'never PASS',
  ),
]

export const vitestHonest: Sample[] = [
  sample('the right change', fixed, 'PASS'),
  sample('one test by its name', fixed, 'PASS', { argv: [...run, '-t', 'dashes'] }),
  sample('a test marked with only', fixed, 'PASS', {
    base: { ...base, 'test/slug.test.js': test.replace('test(', 'test.only(').replace('describe, ', 'describe, ') },
  }),
]

/** A file of settings that the runner runs before any test. */
export const vitestSettings: Sample[] = [
  sample('settings of PostCSS, which Vite runs before the tests', empty, 'never PASS', {
    protectedPaths: defaultProtection({ paths: Object.keys(base), isComplete: true }, [{ argv: run }]),
    changes: {
      'postcss.config.cjs': "process.env.NODE_OPTIONS = '--import=./src/start.js'\nmodule.exports = {}\n",
      'src/start.js': 'Object.is = () => true\n',
    },
  }),
]
