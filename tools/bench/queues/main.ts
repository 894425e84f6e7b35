import { readWords } from '../../command-words.ts'
import { benchQueues } from './run.ts'

const help = `npm run bench -- queues [options]

  --deliveries 2000   how many deliveries one busy account has waiting before another account has ten

Prints a table in Markdown: webhooks processed in a second, and how long the other account waits.`

/** Resolves to whether it was measured. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = readWords(help, {
    args,
    options: { deliveries: { type: 'string', default: '2000' } },
  })
  const deliveries = Number(values.deliveries)
  if (!(deliveries >= 100)) {
    console.log(help)
    return false
  }
  await benchQueues(deliveries)
  return true
}
