import { readSecretFiles } from '#lib/env.ts'
import { personas } from '#sandbox/personas.ts'
import { readWords } from '../command-words.ts'
import { errorText } from '../error-text.ts'
import { interruption } from './interruption.ts'
import { startStack } from './stack.ts'

/** Serves the whole product on this machine until it is interrupted. */
const usage = `npm start -- [--reset]
  serves the whole product on this machine: database, chain, stand-ins, web, worker and runtimes
  --reset   deletes the data of before

PORT is that of the pages (3000), and the others follow it; JOBWRIGHT_DATA is the folder of the data (.data).
What the environment names takes the place of a part: DATABASE_URL, CHAIN_RPC_URL and others (.env.example).`

const startedAt = Date.now()
const seconds = () => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(8)
const report = (name: string, state: string) => console.log(`${seconds()}  ${name.padEnd(10)} ${state}`)

const signal = interruption()
const no = { type: 'boolean', default: false } as const
const { reset, dev: isDevelopment } = readWords(usage, { options: { reset: no, dev: no } }).values
const stack = await start().catch((error: unknown) => {
  console.error(errorText(error))
  process.exit(1)
})

async function start() {
  return startStack({ env: readSecretFiles(process.env), reset, isDevelopment, report, signal })
}

signal.addEventListener('abort', () => stack.stop().then(() => process.exit(0)))

console.log(`
  Jobwright   ${stack.origin}
  API docs    ${stack.origin}/api/docs/

  Sign in as  ${personas
    .slice(0, 3)
    .map((persona) => `${persona.name} (${persona.description.toLowerCase()})`)
    .join(', ')}
  Programs    ${Object.entries(stack.pids())
    .map(([name, pid]) => `${name} ${pid}`)
    .join(', ')}

  Next        open ${stack.origin}/sign-in and sign in as ${personas[0]?.name}, or run: npm run demo

  Ctrl-C stops everything; the data stays. Start from scratch with: npm start -- --reset
`)
