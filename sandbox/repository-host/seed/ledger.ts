import { commonLabels } from './labels.ts'
import type { SeedIssue, SeedRepository } from './types.ts'

const money = `/** Parses "12.34" into cents; throws on anything else. */
export function parseCents(text) {
  const match = /^(-?)(\\d+)\\.(\\d{2})$/.exec(text)
  if (!match) throw new TypeError(\`Not an amount: \${text}\`)
  const [, sign, whole, cents] = match
  const value = BigInt(whole) * 100n + BigInt(cents)
  return sign ? -value : value
}
`

const journal = `/** Entries of one booking must add up to zero. */
export function assertBalanced(entries) {
  const sum = entries.reduce((total, entry) => total + entry.cents, 0n)
  if (sum !== 0n) throw new RangeError(\`Off by \${sum} cents\`)
}
`

const journalTest = `import assert from 'node:assert/strict'
import test from 'node:test'
import { assertBalanced } from '../src/journal.js'
import { parseCents } from '../src/money.js'

test('a booking that adds up is accepted', () => {
  assertBalanced([{ cents: parseCents('12.50') }, { cents: parseCents('-12.50') }])
})

test('a booking that does not add up is refused', () => {
  assert.throws(() => assertBalanced([{ cents: 1n }]), RangeError)
})
`

const issues: readonly SeedIssue[] = [
  {
    title: 'Month-end export drops bookings of the last hour',
    author: 'clara-client',
    at: '2026-02-27T23:40:00Z',
    labels: ['bug', 'confidential'],
    body: `Bookings after 23:00 UTC on the last day are missing from the CSV. Accounting found 14 of them for January.

The export should take the booking's own day, not the moment of the export.
`,
  },
  {
    title: 'Refuse amounts with a thousands separator',
    author: 'ines-maintainer',
    at: '2026-03-03T10:10:00Z',
    labels: ['enhancement', 'confidential'],
    body: '`parseCents("1,200.00")` already throws; say in the message what is wrong with it.',
  },
]

/** A private repository: outsiders must not learn that it exists. */
export const ledger: SeedRepository = {
  owner: 'acme',
  name: 'ledger',
  description: 'Internal bookkeeping.',
  private: true,
  topics: ['accounting'],
  createdAt: '2025-06-10T06:00:00Z',
  collaborators: { 'clara-client': 'push' },
  labels: [...commonLabels, { name: 'confidential', color: '5319e7', description: 'Not for outsiders' }],
  commits: [
    {
      message: 'Add money and journal',
      author: 'ines-maintainer',
      date: '2025-06-10T06:30:00Z',
      files: {
        'README.md': '# ledger\n\nDouble-entry bookings in cents. Internal.\n',
        'package.json':
          '{ "name": "ledger", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
        'src/money.js': money,
        'src/journal.js': journal,
        'test/journal.test.js': journalTest,
      },
    },
  ],
  issues,
}
