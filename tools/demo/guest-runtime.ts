import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from '#test/people/person.ts'
import { guestPorts, makeAgent, ownerOf, runtimeArguments } from '../start/runtimes.ts'
import { readSettings } from '../start/settings.ts'
import type { Setting } from './journey.ts'
import { until } from './steps.ts'

export type Guest = {
  owner: Person
  agentId: string
  wallet: string
  /** Where its runtime keeps its files. */
  workDir: string
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export type Machine = { port: number; workDir: string; kill: () => Promise<void>; stop: () => Promise<void> }

/** A worker runtime that Oscar hosts beside the stack, with the executor named, and his agent for it. */
export async function openGuest(
  setting: Setting,
  executor: string,
  place: 0 | 1,
  name = executor.replace('-executor.mjs', ''),
): Promise<Guest> {
  const { port, workDir, kill, stop } = await startMachine(setting, { executor, place, name })
  const owner = ownerOf('oscar', setting.places)
  const agent = { name: `Oscar’s ${name} worker`, role: 'worker' as const, port, password: setting.consolePassword }
  const agentId = await makeAgent(owner, agent)
  const made = await owner.call('getAgent', { params: { id: agentId } })
  return { owner, agentId, wallet: made.wallet_address ?? '', workDir, kill, stop }
}

/** A worker runtime beside the stack, with its own folder. */
export async function startMachine(
  setting: Setting,
  { executor, place, name }: { executor: string; place: 0 | 1; name: string },
): Promise<Machine> {
  const settings = readSettings(process.env, { reset: false })
  const port = guestPorts(settings)[place] ?? 0
  const workDir = join(setting.dataDir, 'runtimes', `oscar-${name}`)
  mkdirSync(workDir, { recursive: true, mode: 0o700 })
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...runtimeArguments(settings, { role: 'worker', port, workDir, executor }),
    ],
    {
      env: { NODE_ENV: 'production', PATH: process.env.PATH, STARTER_PASSWORD: setting.consolePassword },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const log = createWriteStream(join(setting.dataDir, `runtime-oscar-${name}.log`), { flags: 'a', mode: 0o600 })
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  const health = () =>
    fetch(`http://localhost:${port}/service/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until('the runtime', 30, health, Boolean)
  const end = (signal: NodeJS.Signals) => () => ended(child, signal)
  return { port, workDir, kill: end('SIGKILL'), stop: end('SIGTERM') }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}
