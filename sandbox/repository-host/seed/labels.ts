import type { SeedLabel } from './types.ts'

/** Labels that every seeded repository starts with. */
export const commonLabels: readonly SeedLabel[] = [
  { name: 'bug', color: 'd73a4a', description: 'Something does not work' },
  { name: 'enhancement', color: 'a2eeef', description: 'New feature or request' },
  { name: 'documentation', color: '0075ca', description: 'Improvements or additions to documentation' },
  { name: 'good first issue', color: '7057ff', description: 'Good for newcomers' },
  { name: 'question', color: 'd876e3', description: 'Further information is requested' },
]
