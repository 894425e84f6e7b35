import { resolve } from 'node:path'
import { workerSecrets } from '#lib/env.ts'
import { personas } from '#sandbox/personas.ts'
import { freeRange } from '#test/free-range.ts'
import { Person } from '#test/people/person.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { checkedFetch } from '../contract/checked-fetch.ts'
import { placesOf } from '../start/stack.ts'
import { supervise } from '../start/supervise.ts'
import { watching, webSources } from '../start/watching.ts'

const root = resolve(import.meta.dirname, '../..')
const port = await freeRange(1)
const origin = `http://localhost:${port}`
const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'development', PORT: String(port), PUBLIC_ORIGIN: origin }
for (const name of workerSecrets) delete env[name]

const { key, login } = personas[0] ?? { key: '', login: '' }
const send = checkedFetch(origin)
const stranger = new Person(key, login, { ...placesOf(env), origin }, send)
const client = new Person(key, login, { ...placesOf(env), origin }, send)

/** Each ends well when the answer is one that the served document describes. */
const steps: [string, () => Promise<unknown>][] = [
  ['health', () => stranger.call('getHealth')],
  ['readiness', () => stranger.call('getReadiness', { query: { for: 'traffic' } })],
  ['public issues', () => stranger.call('listPublicIssues', { query: { sort: 'reward' } })],
  ['facets', () => stranger.call('listPublicFacets')],
  ['a refusal without a session', () => expectStatus('/api/v1/auth/me/', 401)],
  ['a missing method', () => expectStatus('/api/health/', 405, { method: 'PUT' })],
  ['a sign-in', () => client.signIn()],
  ['the signed-in person', () => client.call('getMe')],
  ['a file of public/', () => expectStatus('/site.webmanifest', 200)],
  ['a page route', () => expectStatus('/robots.txt', 200)],
]

async function expectStatus(path: string, status: number, init: RequestInit = {}): Promise<void> {
  const answer = await stranger.send(origin + path, init)
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`)
}

/** The web program in development mode, beside a running stack and on its data, answers as the document says. */
const within = AbortSignal.timeout(90_000)
let passed = 0
const web = await supervise(
  {
    name: 'web',
    command: process.execPath,
    args: [...nodeFlags, ...watching(root, webSources), resolve(root, 'server.ts')],
    env,
    cwd: root,
    signal: within,
    isReady: async () => (await fetch(`${origin}/api/health/`, { signal: AbortSignal.timeout(2_000) })).ok,
  },
  (name, state) => console.log(`   ${name} ${state}`),
)
try {
  for (const [name, step] of steps) {
    within.throwIfAborted()
    await step().then(
      () => {
        passed += 1
      },
      (error: unknown) => console.error(`${name}: ${error instanceof Error ? error.message : error}`),
    )
  }
} finally {
  await web.stop()
}
console.log(`${passed} passed, ${steps.length - passed} failed`)
process.exit(passed === steps.length ? 0 : 1)
