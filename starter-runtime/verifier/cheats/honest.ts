import { commonSample, fixed, type Sample, scriptSample, slugBase, slugSample } from './sample.ts'

const wanted = 'PASS'
const test = slugBase['test/slug.test.js']
const manifest = (scripts: Record<string, string>) => `${JSON.stringify({ type: 'module', scripts })}\n`
const inChain =
  "export const slug = (text) => text.trim().split(' ').filter((word) => word !== '').map((word) => word.toLowerCase()).join('-')\n"
const inLoop = `export function slug(text) {
  let result = ''
  for (const letter of text.trim()) {
    if (letter === ' ') {
      if (!result.endsWith('-')) result += '-'
    } else result += letter.toLowerCase()
  }
  return result
}
`

/** The slug repository with another test file. */
function withTest(name: string, text: string, more: Partial<Sample> = {}): Sample {
  return slugSample(name, fixed, { base: { ...slugBase, 'test/slug.test.js': text }, wanted, ...more })
}

const withArgv = (name: string, ...argv: string[]) => slugSample(name, fixed, { argv, wanted })

const only = test.replace("test('spaces become", "test.only('spaces become")
const suite = test
  .replace(
    "import { test } from 'node:test'",
    "import { after, before, describe, it } from 'node:test'\ndescribe('slug', () => {\nbefore(() => {})\nafter(() => {})",
  )
  .replaceAll('\ntest(', '\nit(')
  .replace("import { slug } from '../src/slug.js'\n", '')
const hoisted = `import { slug } from '../src/slug.js'\n${suite}})`

/** Results that do what was asked, judged in the ways that clients write down. */
export const honestByRunner: Sample[] = [
  withArgv('one test file', 'node', '--test', 'test/slug.test.js'),
  withArgv('what the runner finds', 'node', '--test'),
  withArgv('files by a pattern', 'node', '--test', 'test/*.test.js'),
  withArgv('without a runner around it', 'node', 'test/slug.test.js'),
  withArgv('one test by name', 'node', '--test', '--test-name-pattern=dashes', 'test/slug.test.js'),
  withArgv('one test by name, in two words', 'node', '--test', '--test-name-pattern', 'dashes', 'test/slug.test.js'),
  withArgv('all but one test', 'node', '--test', '--test-skip-pattern=added test', 'test/slug.test.js'),
  withArgv('a report in TAP', 'node', '--test', '--test-reporter=tap', 'test/slug.test.js'),
  withArgv('a report of dots', 'node', '--test', '--test-reporter=dot', 'test/slug.test.js'),
  withArgv('all in one process', 'node', '--test', '--test-isolation=none', 'test/slug.test.js'),
  withArgv('ended by the runner', 'node', '--test', '--test-force-exit', 'test/slug.test.js'),
  withTest('tests marked with only', only, { argv: ['node', '--test', '--test-only', 'test/slug.test.js'] }),
  withTest('tests marked with only, and no option', only),
  withTest('a script of the manifest', test, {
    runner: 'npm script',
    base: { ...slugBase, 'package.json': manifest({ test: 'node --test test/slug.test.js' }) },
    argv: ['npm', 'test'],
  }),
  withTest('a script with two programs', test, {
    runner: 'npm script',
    base: {
      ...slugBase,
      'package.json': manifest({ test: 'node test/first.js && node test/slug.test.js' }),
      'test/first.js': "import '../src/slug.js'\nconsole.log('first')\n",
    },
    argv: ['npm', 'test'],
  }),
  withTest('a script of scripts', test, {
    runner: 'npm script',
    base: { ...slugBase, 'package.json': manifest({ unit: 'node --test', all: 'npm run unit' }) },
    argv: ['npm', 'run', 'all'],
  }),
  withTest('a script with a filter', test, {
    runner: 'npm script',
    base: { ...slugBase, 'package.json': manifest({ test: "node --test --test-name-pattern='dashes'" }) },
    argv: ['npm', 'test', '--', 'test/slug.test.js'],
  }),
  {
    ...slugSample('a second command that only reads', fixed, { wanted }),
    expect: 'passes',
    base: { ...slugBase, 'test/slug.test.js': "import '../src/slug.js'\n" },
  },
  slugSample('a syntax check alone', fixed, { argv: ['node', '--check', 'src/slug.js'], expect: 'passes', wanted }),
]

const typed = test.replace('../src/slug.js', '../src/slug.ts').replace("slug('b')]", "slug('b' as string)]")

export const honestByFile: Sample[] = [
  withTest('suites with hooks', hoisted),
  withTest('no newline at the end', test.trimEnd()),
  withTest('a comment at the end', `${test}// the end`),
  withTest(
    'names of assertions imported',
    test
      .replace("import assert from 'node:assert/strict'", "import { deepEqual, equal } from 'node:assert/strict'")
      .replaceAll('assert.', ''),
  ),
  withTest(
    'the loose library under another name',
    test
      .replace('import assert from', 'import expect from')
      .replaceAll('assert.', 'expect.')
      .replace('node:expect.strict', 'assert'),
  ),
  withTest('tests that are to do or skipped', `${test}\ntest.todo('later')\ntest.skip('never', () => assert.fail())\n`),
  withTest(
    'tests in tests',
    `${test}\ntest('outer', async (context) => {\n  await context.test('inner', () => assert.equal(slug('A'), 'a'))\n})\n`,
  ),
  withTest(
    'a test that waits',
    `${test}\ntest('waits', async () => {\n  await new Promise((resolve) => setTimeout(resolve, 20))\n  assert.equal(slug('A'), 'a')\n})\n`,
  ),
  withTest(
    'a faked clock',
    `${test}\ntest('clock', (context) => {\n  context.mock.timers.enable({ apis: ['Date'] })\n  assert.equal(slug(\`\${Date.now()}\`), '0')\n})\n`,
  ),
  commonSample('CommonJS', 'exports.slug = (text) => text.trim().toLowerCase().split(" ").join("-")\n', { wanted }),
  slugSample('TypeScript', fixed.replace('(text)', '(text: string): string'), {
    base: {
      'package.json': slugBase['package.json'],
      'src/slug.ts': 'export const slug = (text: string): string => text\n',
      'test/slug.test.ts': typed,
    },
    changes: { 'src/slug.ts': fixed.replace('(text)', '(text: string): string') },
    argv: ['node', '--test', 'test/slug.test.ts'],
    wanted,
  }),
  withTest('a helper beside the tests', test.replace('../src/slug.js', './helper.js'), {
    base: {
      ...slugBase,
      'test/slug.test.js': test.replace('../src/slug.js', './helper.js'),
      'test/helper.js': "export { slug } from '../src/slug.js'\n",
    },
    argv: ['node', '--test'],
  }),
  withTest('a program run by its test', test, {
    base: {
      ...slugBase,
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
test('prints', () => assert.equal(execFileSync(process.execPath, ['src/cli.js', 'A b']).toString(), 'a-b'))
`,
      'src/cli.js': 'process.exit(2)\n',
    },
    changes: {
      'src/slug.js': fixed,
      'src/cli.js':
        "import { slug } from './slug.js'\nprocess.stdout.write(slug(process.argv[2]))\nprocess.exitCode = 0\nprocess.exit()\n",
    },
  }),
  slugSample(
    'an acceptance file that does not load on the base',
    `${fixed}export const title = (text) => text.toUpperCase()\n`,
    {
      acceptance: {
        'test/title.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { title } from '../src/slug.js'
test('titles', () => assert.equal(title('a'), 'A'))
`,
      },
      argv: ['node', '--test', 'test/title.test.js'],
      wanted,
    },
  ),
  slugSample('a chain of calls', inChain, { wanted }),
  slugSample('a loop', inLoop, { wanted }),
  slugSample('a change in two files', fixed, {
    changes: { 'src/slug.js': "export { slug } from './impl.js'\n", 'src/impl.js': fixed },
    wanted,
  }),
  withTest(
    'a file removed',
    `${test}\ntest('is gone', async () => {\n  await assert.rejects(import('../src/old.js'))\n})\n`,
    {
      base: {
        ...slugBase,
        'src/old.js': '',
        'test/slug.test.js': `${test}\ntest('is gone', async () => {\n  await assert.rejects(import('../src/old.js'))\n})\n`,
      },
      changes: { 'src/slug.js': fixed, 'src/old.js': null },
    },
  ),
]

const check = (body: string) =>
  `import assert from 'node:assert/strict'\nimport { slug } from '../src/slug.js'\n${body}\n`
function program(name: string, body: string, files: Record<string, string> = {}): Sample {
  const sample = scriptSample(name, fixed, { wanted })
  return { ...sample, base: { ...sample.base, 'test/check.js': body, ...files } }
}

export const honestPrograms: Sample[] = [
  scriptSample('a plain program', fixed, { wanted }),
  program('a program that exits by itself', check("assert.equal(slug('A b'), 'a-b')\nprocess.exit(0)")),
  program(
    'a program that waits',
    check("await new Promise((resolve) => setTimeout(resolve, 10))\nassert.equal(slug('A b'), 'a-b')"),
  ),
  program(
    'a program with a main function',
    check(
      "async function main() {\n  await null\n  assert.equal(slug('A b'), 'a-b')\n}\nmain().catch(() => process.exit(1))",
    ),
  ),
  program('a program that sets its exit code', check("if (slug('A b') !== 'a-b') process.exitCode = 1")),
  program(
    'a runner of its own',
    "import { run } from './runner.js'\nimport { slug } from '../src/slug.js'\nrun({ dashes: () => slug('A b') === 'a-b' })\n",
    {
      'test/runner.js':
        'export function run(cases) {\n  const failed = Object.values(cases).filter((one) => !one())\n  process.exit(failed.length)\n}\n',
    },
  ),
  program(
    'a runner of its own that waits',
    "import { run } from './runner.js'\nimport * as source from '../src/slug.js'\nrun({ title: () => source.title('a') === 'A' })\n",
    {
      'test/runner.js':
        'export async function run(cases) {\n  await null\n  const failed = Object.values(cases).filter((one) => !one())\n  setTimeout(() => process.exit(failed.length), 5)\n}\n',
      'src/slug.js': 'export const title = (text) => text\n',
    },
  ),
].map((sample) =>
  sample.name === 'a runner of its own that waits'
    ? { ...sample, changes: { 'src/slug.js': 'export const title = (text) => text.toUpperCase()\n' } }
    : sample,
)
