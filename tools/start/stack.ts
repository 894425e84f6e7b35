import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readWebEnv, readWorkerEnv, workerSecrets } from '#lib/env.ts'
import type { Places } from '#test/people/person.ts'
import { buildPages } from './build-pages.ts'
import { requireFreePorts } from './free-ports.ts'
import { takeFolder } from './leftovers.ts'
import { nodeFlags } from './node-flags.ts'
import { prepareDatabase } from './postgres.ts'
import { localRuntimes, loopbackPlaces, runtimeArguments, seedAgents } from './runtimes.ts'
import { readSettings, type Settings } from './settings.ts'
import { removeStackFile, writeStackFile } from './stack-file.ts'
import { subscribeToWallets } from './subscribe.ts'
import { type ChildSpec, type Report, type Supervised, supervise } from './supervise.ts'
import { watching, webSources, workerSources } from './watching.ts'

type Variables = NodeJS.ProcessEnv

export type Stack = {
  origin: string
  variables: Variables
  pids: () => Record<string, number | undefined>
  stop: () => Promise<void>
}

const run = promisify(execFile)

export type StartOptions = {
  env: NodeJS.ProcessEnv
  reset: boolean
  /** Pages update themselves, and web and worker begin again, whenever a source changes. */
  isDevelopment?: boolean
  report: Report
  /** Whether runtimes of owners on this machine belong to it, as they do beside stand-ins unless this says no. */
  hasRuntimes?: boolean
  /** Puts something between web and worker and the chain's node: other settings than the stand-ins name. */
  reroute?: (variables: Variables) => Promise<Record<string, string>>
  /** Ends the start, and whatever was started by then. */
  signal?: AbortSignal
}

/** Starts everything that the environment does not replace, in order; on any failure whatever was started is stopped. */
export async function startStack(options: StartOptions): Promise<Stack> {
  const settings = readSettings(options.env, options)
  const leaveFolder = takeFolder(settings.dataDir, settings.origin)
  await requireFreePorts(settings, options.env).catch((error: unknown) => {
    leaveFolder()
    throw error
  })
  removeStackFile(settings.dataDir)
  const running: { name: string; supervised: Supervised }[] = []
  const pending = new Set<Promise<unknown>>()
  const starting = new AbortController()
  const { signal } = starting
  const start = async (spec: ChildSpec) => {
    signal.throwIfAborted()
    options.report(spec.name, 'starting')
    const logFile = join(settings.dataDir, `${spec.name}.log`)
    const supervising = supervise({ ...spec, logFile, signal }, options.report)
    pending.add(supervising)
    const supervised = await supervising.finally(() => pending.delete(supervising))
    running.unshift({ name: spec.name, supervised })
    options.report(spec.name, 'ready')
  }
  const endAll = async () => {
    starting.abort(new Error('stopped before everything was up'))
    // Programs that are not up yet stop on their own now.
    await Promise.allSettled(pending)
    await Promise.all(running.filter(({ name }) => name !== 'database').map(({ supervised }) => supervised.stop()))
    for (const { supervised } of running.splice(0)) await supervised.stop()
    leaveFolder()
  }
  // One after the other, so that the second caller does not think that everything has ended.
  let ending = Promise.resolve()
  const stop = () => {
    ending = ending.then(endAll)
    return ending
  }
  options.signal?.addEventListener('abort', () => stop())
  try {
    const variables = await Promise.race([startPrograms(settings, { ...options, signal }, start), aborted(signal)])
    const pids = () => Object.fromEntries(running.map(({ name, supervised }) => [name, supervised.pid()]))
    return { origin: settings.origin, variables, pids, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

async function startPrograms(
  settings: Settings,
  { env, isDevelopment = false, hasRuntimes = true, report, reroute, signal }: StartOptions,
  start: (spec: ChildSpec) => Promise<void>,
): Promise<Variables> {
  const { root, ports, secrets, dataDir } = settings
  let databaseUrl = env.DATABASE_URL
  if (!databaseUrl) {
    const local = await prepareDatabase({ dataDir, port: ports.database, password: secrets.database })
    await start(local.child)
    databaseUrl = local.url
  }
  const outside = await startSandbox(settings, env, start)
  const direct = sharedVariables(settings, { ...outside, ...env, DATABASE_URL: databaseUrl })
  const shared = reroute ? { ...direct, ...(await reroute(direct)) } : direct
  const web: Variables = { ...shared, ...(isDevelopment && { NODE_ENV: 'development' }) }
  for (const name of workerSecrets) delete web[name]
  // The pages take a minute to build, and each program would refuse a wrong setting only then.
  readWebEnv(web)
  readWorkerEnv(shared)
  if (isDevelopment) report('pages', 'made when they are asked for')
  else {
    const onStart = () => report('pages', 'being built, which takes a minute or more')
    report('pages', (await buildPages(root, shared, { signal, onStart })) ? 'built' : 'up to date')
  }
  await run(process.execPath, [...nodeFlags, join(root, 'tools/migrate/main.ts')], { cwd: root, env: shared, signal })
  const isHealthy = () => isOk(`http://127.0.0.1:${ports.web}/api/health/`)
  const watched = isDevelopment ? watching(root, webSources) : []
  await start(nodeProgram(settings, 'web', 'server.ts', web, isHealthy, watched))
  const watchedByWorker = isDevelopment ? watching(root, workerSources) : []
  await start(nodeProgram(settings, 'worker', 'lib/worker/main.ts', shared, async () => true, watchedByWorker))
  await subscribeToWallets(shared)
  if (hasRuntimes && outside.CHAIN_RPC_URL && outside.CIRCLE_API_URL && outside.GITHUB_WEB_URL)
    await startRuntimes(settings, shared, { report, start })
  writeStackFile(dataDir, shared, env)
  return shared
}

/** Runtimes of owners on this machine, and their agents; only beside stand-ins, whose people can be signed in here. */
async function startRuntimes(
  settings: Settings,
  shared: Variables,
  { report, start }: { report: Report; start: (spec: ChildSpec) => Promise<void> },
): Promise<void> {
  const { dataDir, root, secrets } = settings
  const runtimes = localRuntimes(settings)
  await Promise.all(
    runtimes.map(({ owner, role, port }) =>
      start({
        name: `runtime-${owner}`,
        command: process.execPath,
        args: [
          '--disable-warning=ExperimentalWarning',
          ...runtimeArguments(settings, { role, port, workDir: join(dataDir, 'runtimes', owner) }),
        ],
        env: { NODE_ENV: 'production', PATH: process.env.PATH, STARTER_PASSWORD: secrets.console },
        cwd: root,
        isReady: () => isOk(`http://localhost:${port}/service/health`),
      }),
    ),
  )
  report('agents', 'being paired')
  const seeding = seedAgents({ dataDir, places: placesOf(shared), runtimes, password: secrets.console })
  // Without its agents the stack still serves everything else; the next start tries again.
  await seeding.then(
    () => report('agents', 'active'),
    (error: unknown) => report('agents', `not active: ${error instanceof Error ? error.message : String(error)}`),
  )
}

/** Where a person of the local stack finds everything. */
export function placesOf(variables: Variables): Places {
  return {
    origin: variables.PUBLIC_ORIGIN ?? '',
    wallets: variables.CIRCLE_API_URL ?? '',
    repositories: variables.GITHUB_WEB_URL ?? '',
    appSlug: variables.GITHUB_APP_SLUG ?? '',
  }
}

/** The stand-ins of whatever the environment does not name, and the settings that lead to them. */
async function startSandbox(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  start: (spec: ChildSpec) => Promise<void>,
): Promise<Variables> {
  const parts = [
    ...(env.CHAIN_RPC_URL || env.CHAIN_RPC_URLS ? [] : ['chain']),
    ...(env.CIRCLE_API_URL ? [] : ['wallets']),
    ...(env.GITHUB_API_URL ? [] : ['repositories']),
    ...(env.CHAIN_RPC_URL || env.CHAIN_RPC_URLS || env.SMTP_URL ? [] : ['mailbox']),
  ]
  if (parts.length === 0) return { NODE_ENV: 'production' }
  const { ports, dataDir, origin, secrets } = settings
  const variables: Variables = {
    NODE_ENV: 'development',
    PATH: env.PATH,
    SANDBOX_PARTS: parts.join(),
    SANDBOX_DATA: join(dataDir, 'sandbox'),
    ...(env.ESCROW_SEAT_WINDOW && { ESCROW_SEAT_WINDOW: env.ESCROW_SEAT_WINDOW }),
    ...(env.CHAIN_KEPT_STATES && { CHAIN_KEPT_STATES: env.CHAIN_KEPT_STATES }),
    ...(env.SANDBOX_GUESTS && { SANDBOX_GUESTS: env.SANDBOX_GUESTS }),
    SANDBOX_API_KEY: secrets.apiKey,
    SANDBOX_ENTITY_SECRET: secrets.entity,
    PUBLIC_ORIGIN: origin,
    CHAIN_PORT: String(ports.chain),
    WALLET_PROVIDER_PORT: String(ports.wallets),
    REPOSITORY_HOST_PORT: String(ports.repositories),
    SMTP_PORT: String(ports.smtp),
    MAILBOX_PORT: String(ports.mailbox),
  }
  let sandboxVariables: Variables | undefined
  const spec = nodeProgram(
    settings,
    'sandbox',
    'sandbox/main.ts',
    variables,
    async () => sandboxVariables !== undefined && (await allAnswer(sandboxVariables)),
  )
  await start({
    ...spec,
    takeLine: (line) => {
      if (!line.startsWith('{')) return false
      sandboxVariables = JSON.parse(line) as Variables
      return true
    },
  })
  return sandboxVariables ?? variables
}

/** Settings of web and worker; whatever the environment names itself comes first. */
function sharedVariables(settings: Settings, given: Variables): Variables {
  const { ports, secrets, origin } = settings
  return {
    LOG_LEVEL: 'warn',
    PORT: String(ports.web),
    PUBLIC_ORIGIN: origin,
    SESSION_SECRET: secrets.session,
    VAULT_SECRET: secrets.vault,
    CHAIN_CONFIRMATIONS: '1',
    INDEXER_INTERVAL_MS: '250',
    CHAIN_REQUESTS_PER_SECOND: '200',
    CHAIN_HEAD_MS: '100',
    FUND_BY_SECONDS: '600',
    PUBLIC_REPOSITORIES: 'acme/slugify-lite,bea-both/tide-tables',
    PUBLIC_READ_SECONDS: '5',
    RUNTIME_HEARTBEAT_SECONDS: '1',
    RUNTIME_WORK_HEARTBEAT_SECONDS: '1',
    ATTEST_HOLD_SECONDS: '3',
    WITHDRAWAL_DELAY_SECONDS: '0',
    RATE_LIMIT_PAIRING: '600',
    RATE_LIMIT_RUNTIME: '60000',
    ...(given.CHAIN_ID === '31337' && { RUNTIME_LOOPBACK: loopbackPlaces(settings) }),
    // A local machine has one person in every role, who may hurry.
    RATE_LIMIT_ACCOUNT: '6000',
    RATE_LIMIT_MONEY: '600',
    RATE_LIMIT_ANONYMOUS: '1200',
    RATE_LIMIT_PAGE: '12000',
    RATE_LIMIT_IMAGE: '600',
    RATE_LIMIT_READINESS: '1200',
    PUBLIC_CHAIN_RPC_URL: given.CHAIN_RPC_URL,
    ...given,
    NODE_ENV: 'production',
  }
}

function nodeProgram(
  settings: Settings,
  name: string,
  file: string,
  env: Variables,
  isReady: () => Promise<boolean>,
  flags: readonly string[] = [],
): ChildSpec {
  const args = [...nodeFlags, ...flags, join(settings.root, file)]
  return { name, command: process.execPath, args, env, cwd: settings.root, isReady }
}

async function allAnswer({ CHAIN_RPC_URL, CIRCLE_API_URL, GITHUB_WEB_URL }: Variables): Promise<boolean> {
  const places = [CHAIN_RPC_URL, CIRCLE_API_URL, GITHUB_WEB_URL].filter((url) => url !== undefined)
  await Promise.all(places.map((url) => fetch(url, { signal: AbortSignal.timeout(2_000) })))
  return true
}

async function isOk(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
}
