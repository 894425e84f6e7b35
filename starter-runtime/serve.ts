import { createPairing } from './bootstrap/pairing.ts'
import { startBootstrapServer } from './bootstrap/server.ts'
import { createClock } from './clock.ts'
import { type ConnectionStore, openConnection } from './connection.ts'
import { openOwnerPassword } from './console/owner-password.ts'
import { createOwnerSessions } from './console/owner-sessions.ts'
import { removeFolder } from './git/remove-folder.ts'
import { loadIdentity } from './identity.ts'
import { findIsolation } from './isolation/find-isolation.ts'
import type { Isolation } from './isolation/isolation.ts'
import { noIsolation } from './isolation/no-isolation.ts'
import { type ServeOptions, WrongUse } from './options.ts'
import { print } from './print.ts'
import { openEscrow } from './rescue/escrow.ts'
import type { Role, Runtime } from './runtime.ts'
import { createStatus } from './status.ts'
import { pruneStateFolders } from './storage/state-folder.ts'
import { openWorkDir, type WorkDir } from './storage/work-dir.ts'
import { createTasks } from './tasks.ts'
import { beat } from './transport/beat.ts'
import { createChannel } from './transport/channel.ts'
import { createGate } from './transport/gate.ts'
import { runHeartbeat } from './transport/heartbeat-loop.ts'
import { createAlarm } from './transport/wait.ts'
import { createPublisher, noPublisher, type Publisher } from './verifier/publisher.ts'
import { createVerifier } from './verifier/verifier.ts'
import { type Executor, openExecutor } from './worker/executor.ts'
import { createWorker } from './worker/worker.ts'

const drainMs = 10_000
const farewellMs = 3_000
const rememberedDays = 30

/** Runs the runtime until it is asked to end; resolves when it has ended in order. */
export async function serve(options: ServeOptions, password: string | undefined): Promise<void> {
  const workDir = await openWorkDir(options['work-dir'])
  const executor = await readExecutor(options, workDir.root)
  const isolation = await requireIsolation(options, executor)
  const identity = await loadIdentity(workDir.identity)
  const connection = await openConnection(workDir.connection)
  const status = createStatus()
  status.isProber = options.role === 'verifier' && !options['no-probes']
  const alarm = createAlarm()
  const gate = createGate()
  const clock = createClock()
  const tasks = createTasks(status, alarm.wake)
  const protocols = options['control-plane'].startsWith('https:') ? 'https' : 'https:http'
  const channel = createChannel(connection, gate)
  const runtime: Runtime = { workDir, identity, connection, channel, isolation, status, clock, tasks, protocols }
  const role = createRole(runtime, options, executor)

  const { role: name, 'control-plane': controlPlane } = options
  const ownerPassword = await openOwnerPassword(workDir.password, password, (made) =>
    print(`The owner’s password, shown this once: ${made}`),
  )
  const server = await startBootstrapServer(
    {
      host: options.host,
      port: options.port,
      publicAddress: options['public-address'],
      allowedHosts: options['allowed-hosts'],
      trustedProxies: options['trusted-proxies'],
    },
    (publicAddress) => ({
      pairing: createPairing({
        identity,
        connection,
        role: name,
        controlPlane,
        isolation: isolation.name,
        publicAddress,
      }),
      sessions: createOwnerSessions(),
      hurry: alarm.wake,
      password: ownerPassword,
      isolation: isolation.name,
      connection,
      status,
      identity,
      role: name,
      controlPlane,
    }),
  )
  await prune(workDir).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  print(`${name} ${identity.address} listens on http://${options.host}:${server.port}, isolation ${isolation.name}`)

  connection.onChange(alarm.wake)
  const ending = new AbortController()
  const heartbeat = runHeartbeat({ connection, identity, status, gate, clock, alarm, tasks, role }, ending.signal)
  await untilStopSignal()
  print('ending: no new work')
  status.isDraining = true
  const farewell = beat({ connection, identity, status, gate }, AbortSignal.timeout(farewellMs)).catch(() => undefined)
  await Promise.all([farewell, tasks.finish(drainMs)])
  await tasks.close()
  ending.abort()
  await heartbeat
  await server.stop()
}

/** Only once the port is ours: a start beside a runtime that uses this folder must not take its checkouts away. */
async function prune(workDir: WorkDir): Promise<void> {
  for (const folder of [workDir.jobs, workDir.exams, workDir.verifications])
    await pruneStateFolders(folder, rememberedDays)
  await removeFolder(workDir.probes)
}

function readExecutor(options: ServeOptions, workDir: string): Promise<Executor> {
  const names = options['executor-env']
  const env = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return openExecutor({ argv: options.executor, workDir, env, hasNetwork: options['executor-network'] })
}

async function requireIsolation(options: ServeOptions, { tools }: Executor): Promise<Isolation> {
  if (options['unsafe-no-isolation']) return (await findIsolation(tools)) ?? warned(noIsolation)
  const isolation = await findIsolation(tools)
  if (!isolation)
    throw new WrongUse('Bubblewrap does not work here; install it, or accept the danger with --unsafe-no-isolation.')
  return isolation

  function warned(none: Isolation): Isolation {
    print('No isolation: strangers’ code runs as this user and can read the key of this runtime.')
    return none
  }
}

function createRole(runtime: Runtime, options: ServeOptions, executor: Executor): Role {
  if (options.role === 'worker') return createWorker(runtime, executor)
  return createVerifier(runtime, createOwnPublisher(runtime, options))
}

function createOwnPublisher({ workDir, clock, connection }: Runtime, options: ServeOptions): Publisher {
  const { 'rpc-url': rpcUrl, 'gas-key-file': gasKeyFile } = options
  if (!rpcUrl || !gasKeyFile) return noPublisher
  return createPublisher(workDir.verifications, clock, () =>
    openEscrow({ rpcUrl, gasKeyFile, ...requireBound(connection) }),
  )
}

function requireBound(connection: ConnectionStore): { chainId: number; escrow: string } {
  const bound = connection.current()
  if (!bound) throw new Error('The runtime is not paired.')
  return { chainId: bound.chain_id, escrow: bound.escrow }
}

function untilStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
