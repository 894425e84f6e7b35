import { expect, test } from 'vitest'
import { testDataReason } from './test-data.ts'

const testFile = (text: string, path = 'test/vat.test.js') =>
  ({ path, text, runner: 'node-test', isModule: true }) as const

function reasonOf(path: string, tests: readonly string[], sources: Record<string, string> = {}) {
  return testDataReason({
    path,
    tests: tests.map((text) => testFile(text)),
    paths: [path, 'test/vat.test.js', ...Object.keys(sources)],
    read: async (source) => sources[source],
  })
}

const source = { 'src/vat.js': "import rates from '../data/rates.json'\nexport { rates }\nexport const vat = 1" }
const literal = "import { vat } from '../src/vat.js'\nassert.equal(vat('DE', 100), 119)"
const compared = "import { rates, vat } from '../src/vat.js'\nassert.equal(vat('DE', 100), rates.DE)"
const looped =
  "import { rates, vat } from '../src/vat.js'\nfor (const { net, gross } of rates) assert.equal(vat(net), gross)"

test.each([
  ['lies among fixtures', 'src/__fixtures__/cases.js', [], {}],
  ['is a snapshot', 'src/page.snap', [], {}],
  ['lies in a folder of tests', 'spec/cases.json', [], {}],
  ['is loaded by a test', 'data/rates.json', ["import rates from '../data/rates.json'"], {}],
  ['is read by a test', 'data/rates.json', ["readFileSync(join(root, 'rates.json'))"], {}],
  ['gives a test what it expects', 'data/rates.json', [compared], source],
  ['gives a loop of a test what it expects', 'data/rates.json', [looped], source],
])('a file that %s is test data: %s', async (_, path, tests, sources) => {
  expect(await reasonOf(path, tests, sources)).toBeDefined()
})

test.each([
  ['data of the program whose tests state what they expect', 'data/rates.json', [literal], source],
  ['a file that a test only mentions', 'views/index.html', ["assert.match(render('index.html'), /Hello/)"], {}],
  ['a document', 'README.md', ["readFileSync('README.md')"], {}],
  ['a program that a test starts', 'bin/wordcount', ["spawn(join(root, 'bin/wordcount'))"], {}],
  ['a source', 'src/vat.js', [compared], source],
  ['another file of the same folder', 'data/names.json', [compared], source],
])('%s is not', async (_, path, tests, sources) => {
  expect(await reasonOf(path, tests, sources)).toBeUndefined()
})
