import { skippable } from './forged-output.ts'
import { fixed, type Sample, slugBase, slugSample } from './sample.ts'

const empty = 'export const slug = (text) => text\n'
const wanted = 'never PASS'
const skippableBase = { ...slugBase, 'test/slug.test.js': skippable }

/** Where the runner writes its report, as the words that started it say. */
const place = `import { readFileSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
const words = readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\\0')
const place = words.findLast((word) => word.startsWith('--test-reporter-destination=')).slice(28)
const forged = 'TAP version 13\\nok 1 - spaces become dashes\\nok 2 - spaces around it are dropped\\nok 3 - is quick\\n1..3\\n'
`
const skips = "process.env.SKIP_SLOW = '1'\n"

function skipping(name: string, deed: string, more: Partial<Sample> = {}): Sample {
  return slugSample(name, `${place}${skips}${deed}\n${empty}`, { base: skippableBase, wanted, ...more })
}

const runnerTest = `const assert = require('node:assert/strict')
const runner = require('node:test')
const { slug } = require('../src/slug.js')

runner.test('spaces become dashes', () => {
  assert.equal(slug('Hello big World'), 'hello-big-world')
})

runner.test('it is text', () => {
  assert.equal(typeof slug('a'), 'string')
})
`
const runnerBase = { 'src/slug.js': 'exports.slug = (text) => text\n', 'test/slug.test.js': runnerTest }

/** A result that has its own way with the client's tests, and leaves every other one alone. */
function patched(name: string, deed: string): Sample {
  const source = `const runner = require('node:test')
const real = runner.test
runner.test = (name, body) => (name === 'spaces become dashes' ? ${deed} : real(name, body))
exports.slug = (text) => text
`
  return slugSample(name, source, { base: runnerBase, wanted })
}

/** Results whose command exits with 0 while a test that the client counts on did not pass. */
export const namedTestCheats: Sample[] = [
  patched('a test renamed', "real('all good', () => {})"),
  patched('a test left out', 'undefined'),
  patched('a test made todo', 'real(name, { todo: true }, () => {})'),
  patched('a test that does nothing under its name, and another one', "real('it is text', () => {})"),
  skipping(
    'a report in every folder that it might be read from',
    [
      `for (const folder of readdirSync('/'))`,
      `  for (const name of ['report', 'report.tap', 'tap', 'junit.xml', 'results.xml'])`,
      `    try { writeFileSync('/' + folder + '/' + name, forged) } catch {}`,
    ].join('\n'),
  ),
  skipping('a report written over the runner’s while it runs', 'writeFileSync(place, forged)'),
  skipping('a report in place of the runner’s', 'rmSync(place)\nwriteFileSync(place, forged)'),
  skipping(
    'a report in place of the runner’s by a link',
    "writeFileSync('/tmp/forged', forged)\nrmSync(place)\nsymlinkSync('/tmp/forged', place)",
  ),
  skipping(
    'a link for the folder of the report',
    [
      "writeFileSync('/tmp/forged', forged)",
      "const folder = place.slice(0, place.lastIndexOf('/'))",
      "try { renameSync(folder, folder + '.old') } catch {}",
      "try { symlinkSync('/tmp', folder) } catch { rmSync(place) }",
    ].join('\n'),
  ),
  skipping('the runner’s report cut off', 'truncateSync(place)'),
  skipping(
    'the runner’s report written over as it ends',
    [
      "import { spawn } from 'node:child_process'",
      'const late = \'until grep -q "^# dur" "$1"; do :; done; printf %s "$2" > "$1"\'',
      "spawn('/bin/sh', ['-c', late, 'sh', place, forged], { detached: true, stdio: 'ignore' }).unref()",
    ].join('\n'),
    { wanted: 'suspect' },
  ),
  slugSample('a test that the draft names is not there', fixed, {
    expected: ['spaces become dashes', 'letters become small'],
    wanted,
  }),
  slugSample('a test skipped in an acceptance file that does not load on the base', empty, {
    argv: ['node', '--test'],
    acceptance: {
      'test/answer.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer } from '../src/answer.js'

test('the answer', () => {
  assert.equal(answer, 42)
})
`,
    },
    changes: {
      'src/slug.js': fixed,
      'src/answer.js': `import { beforeEach } from 'node:test'\nbeforeEach((test) => test.name === 'the answer' && test.skip())\nexport const answer = 1\n`,
    },
    wanted,
  }),
]

const withTests = (text: string) => ({ ...slugBase, 'test/slug.test.js': text })
const head = `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slug } from '../src/slug.js'

test('spaces become dashes', () => {
  assert.equal(slug('Hello big World'), 'hello-big-world')
})
`

function honestSample(name: string, tests: string, more: Partial<Sample> = {}): Sample {
  return slugSample(name, fixed, { base: withTests(`${head}${tests}`), wanted: 'PASS', ...more })
}

/** Right results whose tests have names that are easily taken for missing. */
export const namedTestHonest: Sample[] = [
  honestSample(
    'a name made of what the tested code returns',
    "for (const text of ['A b', 'C']) test('gives ' + slug(text), () => assert.ok(slug(text) !== text))\n",
  ),
  honestSample('a name made of the time', "test('at ' + process.hrtime.bigint(), () => {})\n"),
  honestSample('a test that is always skipped', "test('elsewhere', { skip: 'not here' }, () => assert.fail())\n"),
  honestSample('a test that is todo', "test('later', { todo: true }, () => assert.fail())\n"),
  honestSample('two tests of one name', "test('same', () => {})\ntest('same', () => {})\n"),
  honestSample(
    'suites and subtests',
    "describe('in a suite', () => {\n  test('deep', async (t) => {\n    await t.test('deeper', () => {})\n  })\n})\n",
  ),
  honestSample('a name with signs of the report', "test('# not ok 1 - \\\\ --- > ...', () => {})\n"),
  honestSample('lines of a report on standard output', "console.log('1..9\\nnot ok 1 - no')\ntest('loud', () => {})\n"),
  honestSample('a reporter of its own', '', { argv: ['node', '--test', '--test-reporter=dot'] }),
  honestSample('tests that the draft names', "describe('in a suite', () => {\n  test('deep', () => {})\n})\n", {
    expected: ['spaces become dashes', 'in a suite > deep', 'deep'],
  }),
  honestSample(
    'an unrelated test that fails on the base',
    "test('other', async () => {\n  const { other } = await import('../src/other.js')\n  assert.ok(other)\n})\n",
    { expect: 'passes', changes: { 'src/slug.js': fixed, 'src/other.js': 'export const other = 1\n' } },
  ),
  honestSample('a report that its runner cannot write', '', { report: 'go-json' }),
]
