import type { Person } from '#test/people/person.ts'

/** Seeded issues of acme/slugify-lite that the local workers can solve, each with the test file that shows it. */
export const solvable = [
  { number: 1, test: 'test/punctuation.test.js' },
  { number: 7, test: 'test/max-length.test.js' },
  { number: 8, test: 'test/apostrophe.test.js' },
  { number: 9, test: 'test/letters.test.js' },
  { number: 10, test: 'test/input.test.js' },
] as const

export type Solvable = (typeof solvable)[number]

/** Another one for each run, so that repeated runs are about different issues. */
export function solvableAt(index: number): Solvable {
  return solvable[index % solvable.length] ?? solvable[0]
}

/** The same, but for issues that the person has a draft of: those are left alone. */
export async function freeIssue(person: Person, index: number): Promise<Solvable> {
  const { data } = await person.call('listDrafts', { query: { limit: '100' } })
  const taken = new Set(data.filter(({ state }) => state !== 'FUNDED').map(({ issue }) => issue.number))
  const issues = solvable.map((_, at) => solvableAt(index + at))
  const free = issues.find(({ number }) => !taken.has(number))
  if (free) return free
  const numbers = solvable.map(({ number }) => `#${number}`).join(', ')
  throw new Error(
    `there is a draft of each of the issues ${numbers}; delete one of them, or fund it, and run this again`,
  )
}
