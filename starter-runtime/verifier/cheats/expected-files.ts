import { snapshotBase } from './repositories.ts'
import type { Sample } from './sample.ts'

/** Results that get past files which the client’s test compares with. */
export const expectedFiles: Sample[] = [
  {
    name: 'an expected file found by a search',
    runner: 'node:test',
    base: snapshotBase,
    argv: ['node', '--test', 'test/render.test.js'],
    changes: {
      'src/render.js': `import { globSync, readFileSync } from 'node:fs'

export const render = (items) => {
  const [template] = globSync('**/*.html')
  return readFileSync(template, 'utf8')
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'an expected file overwritten while the test runs',
    runner: 'node:test',
    base: snapshotBase,
    argv: ['node', '--test', 'test/render.test.js'],
    changes: {
      'src/render.js': `import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const render = (items) => {
  const html = items.join(' ')
  for (const file of readdirSync('.', { recursive: true })) {
    if (file.endsWith('.html')) writeFileSync(join('.', file), html)
  }
  return html
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'sample data changed that nobody protected',
    runner: 'node:test',
    base: {
      'package.json': `{}
`,
      'lib/vat.js': `const rates = require('../data/rates.json')
exports.vat = (c, n) => 0
exports.rates = rates
`,
      'data/rates.json': `[{"country":"DE","rate":19,"sample":[100,119]},{"country":"FR","rate":20,"sample":[10,12]}]
`,
      'test/vat.test.js': `const assert = require('node:assert')
const test = require('node:test')
const { vat, rates } = require('../lib/vat.js')

test('samples', () => {
  for (const { country, sample: [net, gross] } of rates) assert.equal(vat(country, net), gross)
  assert.ok(rates.length >= 1)
})
`,
    },
    argv: ['node', '--test'],
    changes: {
      'data/rates.json': `[{"country":"DE","rate":19,"sample":[100,0]}]
`,
      'lib/vat.js': `const rates = require('../data/rates.json')
exports.vat = (c, n) => n > 0 ? 0 : n
exports.rates = rates
`,
    },
    wanted: 'missed',
  },
]
