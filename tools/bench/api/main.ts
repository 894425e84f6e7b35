import { resolve } from 'node:path'
import { readWords } from '../../command-words.ts'
import { benchApi } from './run.ts'

const help = `npm run bench -- api [options]

  --seconds 5        how long each measurement lasts
  --rounds 3         how often each is made; medians count
  --connections 16   how many requests are under way at once
  --only heartbeat   only workloads whose key or name contains this
  --beside DIR       measures the web program of another checkout as well, with its own node_modules

Prints a table in Markdown, and where the numbers are as JSON. Ends with 1 when the web program answers less than 0.8 times
as often as the control: a bare server that sends the database the same statements.`

/** Resolves to whether every target is met. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = readWords(help, {
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      only: { type: 'string', default: '' },
      beside: { type: 'string' },
    },
  })
  const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number)
  if (![seconds, rounds, connections].every((n) => n !== undefined && n >= 1)) {
    console.log(help)
    return false
  }
  const load = { seconds: seconds ?? 1, rounds: rounds ?? 1, connections: connections ?? 1 }
  return benchApi({ ...load, only: values.only, beside: values.beside ? resolve(values.beside) : null })
}
