import { readWords } from '../../command-words.ts'
import { benchJobs } from './run.ts'

const help = `npm run bench -- jobs [options]

  --jobs 100          how many funded jobs wait when the first is offered
  --single 10         how many more are funded one after the other, to see what one job waits for
  --workers 50        runtimes that deliver at once, of ten owners
  --verifiers 25      runtimes that pass everything at once, each of another owner
  --blocks 0.5,2,12   seconds between the blocks of the local chain; another stack for each

Starts a separate stack without its sandboxed runtimes, plays all runtimes over the public protocol from this process, and
prints in Markdown how many jobs a minute go from funded to settled, what each stage takes, and what that costs. Ends with 1
when a job does not settle.`

/** Resolves to whether every job was settled. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = readWords(help, {
    args,
    options: {
      jobs: { type: 'string', default: '100' },
      single: { type: 'string', default: '10' },
      workers: { type: 'string', default: '50' },
      verifiers: { type: 'string', default: '25' },
      blocks: { type: 'string', default: '0.5,2,12' },
    },
  })
  const size = {
    jobs: Number(values.jobs),
    single: Number(values.single),
    workers: Number(values.workers),
    verifiers: Number(values.verifiers),
  }
  const blocks = values.blocks.split(',').map(Number)
  const isUsable = Object.values(size).every((count) => Number.isInteger(count) && count > 0)
  if (!isUsable || blocks.some((seconds) => !(seconds > 0))) {
    console.log(help)
    return false
  }
  return benchJobs(size, blocks)
}
