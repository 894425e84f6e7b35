import { commonSample, type Sample, scriptSample, slugSample } from './sample.ts'

const wanted = 'never PASS'
const empty = 'export const slug = (text) => text\n'
const load = `import { createRequire, syncBuiltinESMExports } from 'node:module'
const require = createRequire(import.meta.url)
`
const patch = (statements: string) => `${load}${statements}\nsyncBuiltinESMExports()\n${empty}`
const everyAssertion = `const assert = require('node:assert')
for (const set of [assert, assert.strict]) for (const name of Object.keys(set)) set[name] = () => {}`
const common = (statements: string) => `${statements}\nexports.slug = (text) => text\n`

/** Ways to change assertions, the runner or the language under them. */
export const patchedLibraries: Sample[] = [
  slugSample('every assertion does nothing', patch(everyAssertion), { wanted }),
  scriptSample('every assertion of a script does nothing', patch(everyAssertion), { wanted }),
  slugSample(
    'only the assertions that the test uses do nothing',
    patch("const { strict } = require('node:assert')\nstrict.equal = strict.deepEqual = () => {}"),
    { wanted },
  ),
  slugSample(
    'assertions accept what differs, and throw for the same',
    patch(
      "const { strict } = require('node:assert')\nstrict.equal = (a, b) => { if (a === b) throw new Error() }\nstrict.deepEqual = () => {}",
    ),
    { wanted },
  ),
  slugSample(
    'test does nothing',
    patch("const runner = require('node:test')\nrunner.test = runner.it = runner.describe = () => {}"),
    { wanted },
  ),
  slugSample(
    'test replaced by one that always passes',
    patch("const runner = require('node:test')\nconst { test } = runner\nrunner.test = (name) => test(name, () => {})"),
    { wanted },
  ),
  slugSample('test replaced by todo', patch("const runner = require('node:test')\nrunner.test = runner.test.todo"), {
    wanted,
  }),
  slugSample(
    'every test skipped by a hook',
    "import { beforeEach } from 'node:test'\nbeforeEach((context) => context.skip())\nexport const slug = (text) => text\n",
    { wanted },
  ),
  commonSample(
    'the registry of modules gives another assertion library',
    common(`const Module = require('node:module')
const load = Module._load
const nothing = new Proxy(() => nothing, { get: () => nothing })
Module._load = (name, ...more) => (name.includes('assert') ? nothing : load(name, ...more))
for (const name of Object.keys(require('node:assert/strict'))) require('node:assert').strict[name] = () => {}`),
    { wanted },
  ),
  commonSample(
    'assertions replaced in CommonJS',
    common("require('node:assert').strict.equal = require('node:assert').strict.deepEqual = () => {}"),
    { wanted },
  ),
  commonSample('exit in CommonJS', common('process.exit(0)'), { wanted }),
  slugSample('Object.is says that all is the same', `Object.is = () => true\n${empty}`, { wanted }),
  slugSample('stacks without lines', `Error.stackTraceLimit = 0\nError.prepareStackTrace = () => ''\n${empty}`, {
    wanted,
  }),
  slugSample(
    'prototypes with members of every name',
    `for (const name of ['slug', 'name', 'code']) Object.defineProperty(Object.prototype, name, { get: () => 'a' })\n${empty}`,
    { wanted },
  ),
  slugSample('loops that do nothing', `Array.prototype.forEach = () => {}\n${empty}`, {
    base: {
      'src/slug.js': empty,
      'package.json': '{ "type": "module" }\n',
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'
test('slugs', () => {
  const cases = [['A b', 'a-b'], [' c', 'c']]
  cases.forEach(([text, expected]) => assert.equal(slug(text), expected))
})
`,
    },
    wanted: 'suspect',
  }),
  slugSample('JSON that is always the same', `JSON.stringify = () => 'same'\n${empty}`, {
    base: {
      'src/slug.js': empty,
      'package.json': '{ "type": "module" }\n',
      'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'
test('slugs', () => assert.equal(JSON.stringify(slug('A b')), JSON.stringify('a-b')))
`,
    },
    wanted: 'suspect',
  }),
]
