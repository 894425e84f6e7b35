import { readWords } from '../../command-words.ts'
import { benchGrowth } from './run.ts'

const help = `npm run bench -- growth [options]

  --sizes 1000,10000,100000   how many agents, and as many jobs; two sizes at least, which are compared

Prints a table in Markdown. Ends with 1 when a statement costs more at the largest size than at the smallest.`

/** Resolves to whether no statement grows with the database. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = readWords(help, {
    args,
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
    },
  })
  const sizes = values.sizes.split(',').map(Number)
  if (sizes.length < 2 || sizes.some((size) => !(size >= 300))) {
    console.log(help)
    return false
  }
  return benchGrowth(sizes)
}
