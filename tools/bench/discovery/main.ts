import { readWords } from '../../command-words.ts'
import { benchDiscovery } from './run.ts'

const help = `npm run bench -- discovery [options]

  --sizes 10000,100000,1000000   how many public issues
  --seconds 10                   how long each measurement lasts
  --connections 20               how many requests are under way at once
  --api-only                     the API alone, without building the pages of the web program

Prints a table in Markdown, and where the numbers are as JSON. Ends with 1 when a target is missed.`

/** Resolves to whether every target is met. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = readWords(help, {
    args,
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '20' },
      'api-only': { type: 'boolean', default: false },
    },
  })
  const sizes = values.sizes.split(',').map(Number)
  const [seconds, connections] = [Number(values.seconds), Number(values.connections)]
  if ([...sizes, seconds, connections].some((n) => !(n >= 1))) {
    console.log(help)
    return false
  }
  return benchDiscovery({ sizes, seconds, connections, isApiOnly: values['api-only'] })
}
