const packageJson = `{
  "name": "date-range",
  "version": "0.3.0",
  "description": "Walks over calendar days without time zones.",
  "license": "MIT",
  "type": "module",
  "exports": { ".": "./src/days.js", "./shift": "./src/shift.js" },
  "scripts": { "test": "node --test" },
  "engines": { "node": ">=20" }
}
`

const readme = `# date-range

\`\`\`js
import { days } from 'date-range'

for (const day of days('2026-03-01', '2026-03-03')) console.log(day)
// 2026-03-01, 2026-03-02, 2026-03-03
\`\`\`

Days are strings \`YYYY-MM-DD\`. Both ends belong to the range. There are no time zones here and there never will be.
`

const days = `const dayMs = 86_400_000

/** Yields every calendar day of a range. */
export function* days(from, to) {
  const end = Date.parse(to)
  for (let time = Date.parse(from); time < end; time += dayMs) {
    yield new Date(time).toISOString().slice(0, 10)
  }
}
`

const daysTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { days } from '../src/days.js'

test('days of a range come in order', () => {
  const [first, second] = days('2026-03-01', '2026-03-10')
  assert.deepEqual([first, second], ['2026-03-01', '2026-03-02'])
})

test('a range across February knows about leap years', () => {
  assert.ok([...days('2028-02-27', '2028-03-02')].includes('2028-02-29'))
})

test('a range that ends before it starts is empty', () => {
  assert.deepEqual([...days('2026-03-02', '2026-03-01')], [])
})
`

const shift = `const dayMs = 86_400_000

/** The day that lies \`count\` days after \`day\`; negative counts go back. */
export function shift(day, count) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}
`

const shiftTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { shift } from '../src/shift.js'

test('shift crosses months and years', () => {
  assert.equal(shift('2025-12-31', 1), '2026-01-01')
  assert.equal(shift('2026-03-01', -1), '2026-02-28')
})
`

/** Contents of acme/date-range, commit by commit. */
export const dateRangeFiles = {
  first: {
    'README.md': readme,
    'package.json': packageJson,
    'src/days.js': days,
    'test/days.test.js': daysTest,
  },
  shift: { 'src/shift.js': shift, 'test/shift.test.js': shiftTest },
}
