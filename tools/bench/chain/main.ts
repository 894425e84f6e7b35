import { readWords } from '../../command-words.ts'
import { benchChain } from './run.ts'

const help = `npm run bench -- chain [options]

  --jobs 0,10,20   how many open jobs there are, from fewest to most
  --seconds 60     how long the requests are counted each time; a block is mined each second

Starts a separate stack, and prints in Markdown how often web and worker ask the chain's node for what, with the settings
that a deployment has unless it names others. Ends with 1 when there are more than three requests a second without a job,
or more than three for each block with some.`

/** Resolves to whether the service asks as little as it should. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = readWords(help, {
    args,
    options: {
      jobs: { type: 'string', default: '0,10,20' },
      seconds: { type: 'string', default: '60' },
    },
  })
  const jobs = values.jobs.split(',').map(Number)
  const seconds = Number(values.seconds)
  if (!(seconds > 0) || jobs.some((count, at) => !(count >= (jobs[at - 1] ?? 0)))) {
    console.log(help)
    return false
  }
  return benchChain(jobs, seconds)
}
