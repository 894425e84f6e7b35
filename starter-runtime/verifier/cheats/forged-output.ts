import { type Sample, scriptSample, slugBase, slugSample } from './sample.ts'

const wanted = 'never PASS'
const empty = 'export const slug = (text) => text\n'
const report =
  'TAP version 13\\nok 1 - spaces become dashes\\nok 2 - spaces around it are dropped\\n1..2\\n# pass 2\\n# fail 0\\n'
const everywhere = `import { writeSync } from 'node:fs'
for (let fd = 1; fd < 64; fd += 1) try { writeSync(fd, '${report}') } catch {}
`
const second = `import assert from 'node:assert/strict'
import { slug } from '../src/slug.js'
assert.equal(slug(' a '), 'a')
`
const first = "import { slug } from '../src/slug.js'\nif (typeof slug('a') !== 'string') throw new Error('no text')\n"
const twoScripts = {
  'package.json': '{ "type": "module", "scripts": { "test": "node test/first.js && node test/second.js" } }\n',
  'src/slug.js': empty,
  'test/first.js': first,
  'test/second.js': second,
}
const before = 'import { writeFileSync } from "node:fs"\n'
export const skippable = slugBase['test/slug.test.js'].replaceAll(
  "', () => {",
  "', { skip: process.env.SKIP_SLOW === '1' }, () => {",
)

/** Ways to look as if tests had run, and ways to wear out the verifier. */
export const forgedOutputs: Sample[] = [
  slugSample('a report on standard output', `process.stdout.write('${report}')\n${empty}`, { wanted }),
  slugSample(
    'a report on standard output before an exit',
    `process.stdout.write('${report}')\nprocess.exit(0)\n${empty}`,
    {
      wanted,
    },
  ),
  slugSample('a report on every open descriptor before an exit', `${everywhere}process.reallyExit(0)\n${empty}`, {
    wanted,
  }),
  scriptSample('“all good” before an exit', `console.log('all good')\nprocess.exit(0)\n${empty}`, { wanted }),
  scriptSample('success printed without end', `for (;;) console.log('all good')\n${empty}`, { seconds: 12, wanted }),
  scriptSample('waits without end', `setInterval(() => {}, 1_000)\nawait new Promise(() => {})\n${empty}`, {
    seconds: 12,
    wanted,
  }),
  scriptSample(
    'a flood of output before an exit',
    `import { writeSync } from 'node:fs'\nfor (let at = 0; at < 300; at += 1) writeSync(1, 'x'.repeat(65_536))\nprocess.exit(0)\n${empty}`,
    { wanted },
  ),
  scriptSample(
    'a process left behind before an exit',
    `import { spawn } from 'node:child_process'\nspawn('sleep', ['30'], { detached: true, stdio: 'ignore' }).unref()\nprocess.exit(0)\n${empty}`,
    { wanted },
  ),
  slugSample(
    'the next test file emptied while the first one runs',
    `${before}writeFileSync('test/second.js', '')\n${empty}`,
    {
      runner: 'npm script',
      base: twoScripts,
      argv: ['npm', 'test'],
      wanted,
    },
  ),
  slugSample(
    'the next test file replaced by a link while the first one runs',
    `import { rmSync, symlinkSync } from 'node:fs'\nrmSync('test/second.js')\nsymlinkSync('first.js', 'test/second.js')\n${empty}`,
    { runner: 'npm script', base: twoScripts, argv: ['npm', 'test'], wanted },
  ),
  slugSample('the test file itself changed', empty, {
    changes: { 'src/slug.js': empty, 'test/slug.test.js': '' },
    wanted,
  }),
  slugSample('the test file deleted', empty, {
    changes: { 'src/slug.js': empty, 'test/slug.test.js': null },
    wanted,
  }),
  slugSample('tests skipped by the environment', `process.env.SKIP_SLOW = '1'\n${empty}`, {
    base: { ...slugBase, 'test/slug.test.js': skippable },
    wanted,
  }),
  slugSample('a clock that stands still', `Date.now = () => 0\n${empty}`, {
    base: {
      ...slugBase,
      'src/slug.js':
        'export const slug = (text) => { const end = Date.now() + 60\n while (Date.now() < end);\n return text }\n',
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'
test('is fast', () => {
  const start = Date.now()
  slug('a')
  assert.ok(Date.now() - start < 40)
})
`,
    },
    changes: {
      'src/slug.js':
        'const real = Date.now\nDate.now = () => 0\nexport const slug = (text) => { const end = real() + 60\n while (real() < end);\n return text }\n',
    },
    wanted: 'suspect',
  }),
]

const fromTest = `import { readFileSync } from 'node:fs'
const text = readFileSync(new URL('../test/slug.test.js', import.meta.url), 'utf8')
const answers = new Map([...text.matchAll(/slug\\('([^']*)'\\)/g)].map(([, word]) => [word, undefined]))
const expected = [...text.matchAll(/'([a-z-]+)'/g)].map(([, word]) => word)
export const slug = (word) => expected.find((one) => one === word.trim().toLowerCase().split(' ').join('-'))
`
const byTable = `const answers = { 'Hello big World': 'hello-big-world', ' a ': 'a', b: 'b' }
export const slug = (text) => answers[text]
`
const byStack = `export const slug = (text) => {
  const isTest = new Error().stack.includes('slug.test.js')
  return isTest ? { 'Hello big World': 'hello-big-world', ' a ': 'a', b: 'b' }[text] : text
}
`

/** Code that is written to satisfy one known test. What is left of this can be seen by people alone. */
export const answersFromTheTest: Sample[] = [
  slugSample('answers read from the test file', fromTest, { wanted: 'suspect' }),
  slugSample('answers as a table', byTable, { wanted: 'missed' }),
  slugSample('answers only when a test asks', byStack, { wanted: 'suspect' }),
]
