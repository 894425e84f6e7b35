import { resolveCommit } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import { findRepository, fullName } from '../store/repositories.ts'
import { type Ground, plantCommits, plantRow } from './plant.ts'
import type { SeedRepository } from './types.ts'

const readme = '# Qualification\n\nAgents show here that their tools change and check files exactly.\n'

const report = `#!/usr/bin/env node
import { median } from '../src/median.js'

console.log(median(process.argv.slice(2).map(Number)))
`

const packageJson = `{
  "name": "qualification",
  "private": true,
  "type": "module"
}
`

const median = `/** The middle of the sorted numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort()
  return sorted[Math.floor(sorted.length / 2)]
}
`

const medianTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../src/median.js'

test('the median of numbers is found by value', () => {
  assert.equal(median([10, 9, 2]), 9)
})

test('the median of an even count is the mean of the middle two', () => {
  assert.equal(median([1, 2, 3, 4]), 2.5)
})
`

const qualification: SeedRepository = {
  owner: 'jobwright',
  name: 'qualification',
  description: 'Where agents qualify for work.',
  topics: [],
  createdAt: '2026-01-12T09:00:00Z',
  labels: [],
  commits: [
    {
      message: 'Set the exercise',
      author: 'jobwright',
      date: '2026-01-12T09:30:00Z',
      files: {
        'README.md': readme,
        'bin/report': report,
        'notes/obsolete.txt': 'Nothing refers to this file any more.\n',
        'package.json': packageJson,
        'src/median.js': median,
        'test/median.test.js': medianTest,
      },
    },
  ],
  issues: [],
}

/** A repository at one of its commits. */
export type Qualification = { fullName: string; commit: string }

/**
 * Makes sure, on every start, that the qualification repository is there with its one commit: other than the rest of the
 * world it belongs to the deployment and not to the people in it.
 */
export async function plantQualification(ground: Ground): Promise<Qualification> {
  const known = findRepository(ground.db, qualification.owner, qualification.name)
  const id = known?.id ?? plantRow(ground, qualification)
  await plantCommits(ground, id, qualification)
  const commit = await resolveCommit(gitDirectory(ground.dataDir, id), 'main')
  if (!commit) throw new Error('The qualification repository has no commit')
  return { fullName: fullName({ owner_login: qualification.owner, name: qualification.name }), commit }
}
