import { personas } from '../../sandbox/personas.ts'
import { startStack } from './stack.ts'

const startedAt = Date.now()
const seconds = () => `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(8)
const tell = (name: string, state: string) => console.log(`${seconds()}  ${name.padEnd(10)} ${state}`)

const interrupted = new AbortController()
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)

const reset = process.argv.includes('--reset')
const { signal } = interrupted
const stack = await startStack({ env: process.env, reset, tell, signal }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

function stop(): void {
  if (signal.aborted) return
  console.log('\nstopping')
  interrupted.abort(new Error('stopped before everything was up'))
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

  Ctrl-C stops everything; the data stays. Start anew with: npm start -- --reset
`)
