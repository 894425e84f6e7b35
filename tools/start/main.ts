import { readSecretFiles } from '#lib/env.ts'
import { personas } from '#sandbox/personas.ts'
import { interruption } from './interruption.ts'
import { startStack } from './stack.ts'

const startedAt = Date.now()
const seconds = () => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(8)
const tell = (name: string, state: string) => console.log(`${seconds()}  ${name.padEnd(10)} ${state}`)

const signal = interruption()
const reset = process.argv.includes('--reset')
const isDevelopment = process.argv.includes('--dev')
const stack = await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function start() {
  return startStack({ env: readSecretFiles(process.env), reset, isDevelopment, tell, signal })
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

  Ctrl-C stops everything; the data stays. Start anew with: npm start -- --reset
`)
