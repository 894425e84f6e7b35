import { cpus } from 'node:os'
import { defaultProtection } from '#lib/domain/default-protection.ts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import { reviewProtection } from '#lib/domain/review-protection.ts'
import { readWords } from '../../command-words.ts'

const help = `npm run bench -- protection

What protecting paths costs at a size and at twice that, which is its control. Prints a table in Markdown, and ends with 1
when the time grows faster than the input.`

/** Twice the input may take so many times as long; what tries every way to match would take thousands of times as long. */
const growthMax = 3
const rounds = 5

type Work = { name: string; size: number; run: (size: number) => void }

const commands = [['npm', 'test'], 'mocha checks packages'.split(' '), 'node a/*.js'.split(' ')].map((argv) => ({
  argv,
}))
const listing = (size: number) => Array.from({ length: size }, (_, at) => `packages/p${at % 500}/src/deep/file${at}.ts`)

const works: Work[] = [
  {
    name: 'the default of a listing, files',
    size: 50_000,
    run: (size) => void defaultProtection({ paths: listing(size), isComplete: true }, commands),
  },
  {
    name: 'the review of a base without protection, files',
    size: 25_000,
    run: (size) => {
      const paths = listing(size)
      reviewProtection([], { entries: defaultProtection({ paths, isComplete: false }, commands), paths })
    },
  },
  {
    name: 'hostile patterns against one path, letters of the path',
    size: 200,
    run: (size) => {
      const patterns = [`${'*a'.repeat(149)}b`, `${'**/a/'.repeat(59)}b`, `**/${'a'.repeat(295)}b`]
      const protects = protectorOf(patterns)
      for (let turn = 0; turn < 5_000; turn += 1) protects('a/'.repeat(size / 2).concat('c'))
    },
  },
]

/** Resolves to whether every target is met. */
export async function run(args: string[]): Promise<boolean> {
  readWords(help, { args })
  console.log(`${new Date().toISOString()}; ${cpus()[0]?.model}; Node ${process.version}\n`)
  console.log('| what | size | ms | ms at twice the size | growth | met |\n|---|---:|---:|---:|---:|---|')
  const met = works.map((work) => {
    work.run(work.size)
    const [once, twice] = [work.size, 2 * work.size].map((size) => fastest(() => work.run(size))) as [number, number]
    const isMet = twice / once <= growthMax
    const numbers = [once, twice, twice / once].map((number) => number.toPrecision(3))
    console.log(`| ${[work.name, work.size, ...numbers, isMet ? 'yes' : 'NO'].join(' | ')} |`)
    return isMet
  })
  return met.every(Boolean)
}

/** Milliseconds of the round that the machine disturbed least. */
function fastest(work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...times)
}
