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
