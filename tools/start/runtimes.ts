import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { personas } from '#sandbox/personas.ts'
import { Person, type Places } from '#test/people/person.ts'
import { until } from '../demo/steps.ts'
import type { Settings } from './settings.ts'

export type LocalRuntime = { owner: string; role: 'worker' | 'verifier'; port: number }

const hosted = [
  ['wanda', 'worker'],
  ['will', 'worker'],
  ['vera', 'verifier'],
  ['victor', 'verifier'],
  ['viola', 'verifier'],
  ['vito', 'verifier'],
] as const

/** The runtimes of the local stack: two workers and four verifiers of six owners, on the ports after the stack's own. */
export function localRuntimes({ ports }: Pick<Settings, 'ports'>): LocalRuntime[] {
  return hosted.map(([owner, role], index) => ({ owner, role, port: ports.runtimes + index }))
}

/** Ports kept free for runtimes that you start by hand. */
export function guestPorts({ ports }: Pick<Settings, 'ports'>): number[] {
  return [0, 1].map((index) => ports.runtimes + hosted.length + index)
}

/** Every place on this machine where the local service may call a runtime. */
export function loopbackPlaces(settings: Pick<Settings, 'ports'>): string {
  const ports = [...localRuntimes(settings).map((runtime) => runtime.port), ...guestPorts(settings)]
  return ports.map((port) => `localhost:${port}`).join()
}

/** The words that start a runtime of the local stack. */
export function runtimeArguments(
  settings: Pick<Settings, 'root' | 'origin'>,
  runtime: { role: string; port: number; workDir: string; executor?: string },
): string[] {
  const executor = join(settings.root, 'sandbox/executors', runtime.executor ?? 'careful-executor.mjs')
  return [
    join(settings.root, 'starter-runtime/main.ts'),
    '--role',
    runtime.role,
    '--port',
    String(runtime.port),
    '--work-dir',
    runtime.workDir,
    '--control-plane',
    settings.origin,
    '--unsafe-no-isolation',
    ...(runtime.role === 'worker' ? ['--executor', JSON.stringify(['node', executor])] : []),
  ]
}

type Seeding = { dataDir: string; places: Places; runtimes: readonly LocalRuntime[]; password: string }

/**
 * Makes each owner's agent and pairs it with the owner's runtime, through the public API and the runtime's own console,
 * and waits until all are active. An agent that was made in an earlier run is left as it is.
 */
export async function seedAgents({ dataDir, places, runtimes, password }: Seeding): Promise<void> {
  const file = join(dataDir, 'runtimes', 'agents.json')
  mkdirSync(join(dataDir, 'runtimes'), { recursive: true })
  const known: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  await Promise.all(
    runtimes
      .filter((runtime) => !known[runtime.owner])
      .map(async (runtime) => {
        const name = `${runtime.owner}’s ${runtime.role}`
        known[runtime.owner] = await makeAgent(ownerOf(runtime.owner, places), { ...runtime, name, password })
        writeFileSync(file, JSON.stringify(known))
      }),
  )
}

export function ownerOf(owner: string, places: Places): Person {
  return new Person(owner, personas.find((persona) => persona.key === owner)?.login ?? owner, places)
}

/** Makes an agent of the owner, pairs it with the runtime, and waits until it is active. */
export async function makeAgent(
  person: Person,
  runtime: { name: string; role: LocalRuntime['role']; port: number; password: string },
): Promise<string> {
  await person.signIn()
  await person.call('becomeAgentOwner')
  const { name, role } = runtime
  const { data } = await person.call('listAgents', { query: { limit: '100' } })
  const body = { name, role, limits: { min_silence_share_bps: 0 } }
  const made = data.find((agent) => agent.name === name) ?? (await person.call('createAgent', { body }))
  if (made.state !== 'ACTIVE') {
    const pairing_token = await pairingToken(runtime.port, runtime.password)
    await person.call('provisionAgent', { params: { id: made.id }, body: { pairing_token } })
  }
  await untilActive(person, made.id)
  return made.id
}

/** A pairing token from the runtime's console, as its owner. */
export async function pairingToken(port: number, password: string): Promise<string> {
  const origin = `http://localhost:${port}`
  const response = await fetch(`${origin}/service/console/pairing-token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      origin,
    },
    body: '{}',
  })
  const answer = (await response.json()) as { pairing_token?: string }
  if (!answer.pairing_token) throw new Error(`the console on port ${port} answered ${response.status}`)
  return answer.pairing_token
}

export async function untilActive(person: Person, id: string): Promise<void> {
  await until(
    `agent ${id} to become active`,
    180,
    () => person.call('getAgent', { params: { id } }),
    ({ name, state, provisioning }) => {
      const failed = provisioning.find((step) => step.state === 'FAILED')
      if (failed) throw new Error(`${name}: ${failed.step} failed: ${failed.detail}`)
      return state === 'ACTIVE'
    },
  )
}
