import { commonLabels } from './labels.ts'
import { slugifyFiles } from './slugify-lite-files.ts'
import { slugifyIssues } from './slugify-lite-issues.ts'
import { slugifyTests } from './slugify-lite-tests.ts'
import type { SeedRepository } from './types.ts'

/** A small public library with failing tests, one file for each of the bugs that its issues describe. */
export const slugifyLite: SeedRepository = {
  owner: 'acme',
  name: 'slugify-lite',
  description: 'Turns titles into URL slugs. No dependencies.',
  topics: ['javascript', 'slug', 'url'],
  createdAt: '2025-09-01T07:30:00Z',
  collaborators: { 'clara-client': 'push', 'bea-both': 'pull' },
  labels: [...commonLabels, { name: 'unicode', color: 'fbca04', description: 'Scripts, accents, emoji' }],
  commits: [
    {
      message: 'Add slugify with transliteration table',
      author: 'ines-maintainer',
      date: '2025-09-01T08:00:00Z',
      files: slugifyFiles.first,
    },
    {
      message: 'Let callers choose the separator',
      author: 'clara-client',
      date: '2025-10-14T12:20:00Z',
      files: slugifyFiles.separator,
    },
    {
      message: 'Show with a test that runs of punctuation leave empty parts',
      author: 'ines-maintainer',
      date: '2026-02-03T16:45:00Z',
      files: slugifyTests.first,
    },
    {
      message: 'Cap the length of a slug',
      author: 'pavel-reports',
      date: '2026-03-09T10:05:00Z',
      branch: 'max-length',
      files: slugifyFiles.maxLength,
    },
    {
      message: 'Show with tests what the other open bugs are',
      author: 'ines-maintainer',
      date: '2026-03-17T08:30:00Z',
      files: slugifyTests.later,
    },
  ],
  issues: slugifyIssues,
}
