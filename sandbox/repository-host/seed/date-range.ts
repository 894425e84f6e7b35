import { dateRangeFiles } from './date-range-files.ts'
import { commonLabels } from './labels.ts'
import type { SeedIssue, SeedRepository } from './types.ts'

const issues: readonly SeedIssue[] = [
  {
    title: 'days() skips the last day when the range ends at midnight',
    author: 'bea-both',
    at: '2026-02-14T08:30:00Z',
    labels: ['bug'],
    body: `\`\`\`js
[...days('2026-03-01', '2026-03-03')] // ['2026-03-01', '2026-03-02']
\`\`\`

The README says both ends are included, so I expect \`2026-03-03\` as well. A range of one day gives nothing at all.

- [ ] both ends included
- [ ] a range that ends before it starts still gives nothing
- [ ] a test for each
`,
    comments: [
      {
        author: 'ines-maintainer',
        at: '2026-02-14T10:00:00Z',
        body: 'Agreed, the README is right. The comparison in `src/days.js` should include the end.',
      },
    ],
  },
  {
    title: 'Add weeks() that yields Monday to Sunday',
    author: 'clara-client',
    at: '2026-02-18T15:00:00Z',
    labels: ['enhancement', 'good first issue'],
    body: `For reports I need ISO weeks:

\`\`\`js
[...weeks('2026-03-02', '2026-03-15')]
// [{ from: '2026-03-02', to: '2026-03-08' }, { from: '2026-03-09', to: '2026-03-15' }]
\`\`\`

Partial weeks at either end are cut to the range. Plain strings in, plain strings out, no time zone anywhere.
`,
  },
  {
    title: 'Reject dates that do not exist',
    author: 'pavel-reports',
    at: '2026-03-02T12:12:00Z',
    labels: ['bug'],
    body: "`days('2026-02-30', '2026-03-02')` silently starts on 2 March. Please throw a `RangeError` that names the input.",
  },
  {
    title: 'Time zones?',
    author: 'pavel-reports',
    at: '2026-03-04T19:25:00Z',
    labels: ['question'],
    body: 'Could ranges carry a zone?',
    closed: { at: '2026-03-05T09:00:00Z', by: 'ines-maintainer', reason: 'not_planned' },
    comments: [
      {
        author: 'ines-maintainer',
        at: '2026-03-05T08:59:00Z',
        body: 'Calendar days have no zone; that is the point of this library. Use `Temporal` for the rest.',
      },
    ],
  },
]

/** A public library of calendar-day ranges. */
export const dateRange: SeedRepository = {
  owner: 'acme',
  name: 'date-range',
  description: 'Walks over calendar days without time zones.',
  topics: ['dates', 'javascript'],
  createdAt: '2025-11-03T09:00:00Z',
  collaborators: { 'clara-client': 'push', 'bea-both': 'push' },
  labels: commonLabels,
  commits: [
    {
      message: 'Add days()',
      author: 'ines-maintainer',
      date: '2025-11-03T09:10:00Z',
      files: dateRangeFiles.first,
    },
    {
      message: 'Add shift()',
      author: 'bea-both',
      date: '2025-12-15T17:40:00Z',
      files: dateRangeFiles.shift,
    },
  ],
  issues,
}
