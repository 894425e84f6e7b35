import { readSecretFiles } from '#lib/env.ts'
import { personas } from '../../sandbox/personas.ts'
import { startStack } from './stack.ts'

const startedAt = Date.now()
const seconds = () => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(8)
const tell = (name: string, state: string) => console.log(`${seconds()}  ${name.padEnd(10)} ${state}`)

const interrupted = new AbortController()
const parent = process.ppid
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
// A signal to npm alone ends npm and tells nobody.
if (process.env.npm_lifecycle_event) setInterval(stopWithParent, 500).unref()

const reset = process.argv.includes('--reset')
const isDevelopment = process.argv.includes('--dev')
const { signal } = interrupted
const stack = await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function start() {
  return startStack({ env: readSecretFiles(process.env), reset, isDevelopment, tell, signal })
}

function stopWithParent(): void {
  if (process.ppid !== parent) stop()
}

function stop(): void {
  if (signal.aborted) return
  console.log('\nstopping')
  interrupted.abort()
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
