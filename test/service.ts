import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import { type Composition, composeWorker, type WorkerComposition } from '#lib/compose.ts'
import { readWorkerEnv } from '#lib/env.ts'
import { openRouter } from '#lib/http/api-routes.ts'
import type { Router } from '#lib/http/router.ts'
import { web } from '#lib/http/web.ts'
import type { WorkerContext } from '#lib/usecases/context.ts'
import { startWorker } from '#lib/worker/start-worker.ts'
import { workerContext } from '#lib/worker/worker-context.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import type { NodeClient } from '#sandbox/chain/node-client.ts'
import { connectNode } from '#sandbox/chain/node-client.ts'
import type { LocalChain } from '#sandbox/chain/start-chain.ts'
import { personas } from '#sandbox/personas.ts'
import type { RepositoryHost } from '#sandbox/repository-host/host.ts'
import type { Timing } from '#sandbox/wallet-provider/options.ts'
import { startWalletProvider, type WalletProvider } from '#sandbox/wallet-provider/start-wallet-provider.ts'
import { cloneDatabase } from './clone-database.ts'
import { copyChain } from './copy-chain.ts'
import { documented } from './documented.ts'
import { startHostApart } from './host-apart.ts'
import { type Line, startLine } from './line.ts'
import { Person } from './people/person.ts'
import { startWire, type Wire } from './wire.ts'

const origin = 'http://localhost:3000'
const secret = 'a secret of the tests that is long enough to derive keys from'
export const apiKey = 'TEST_API_KEY:test:test'
/** Stands in the address of each node, as providers of nodes have it. */
export const providerKey = 'key-of-the-node-provider'
export const entitySecret = '5'.repeat(64)

export type Service = {
  origin: string
  router: Router
  services: Composition
  sql: postgres.Sql
  chain: LocalChain
  /** The chain's node, with transactions signed by the deployer. */
  node: NodeClient
  wallets: WalletProvider
  host: RepositoryHost
  /** The lines over which the service reaches each provider, and its database. */
  wires: Wires
  /** The line to each node of the chain, the first of which is `wires.chain`. */
  nodeWires: Wire[]
  databaseLine: Line
  folder: string
  variables: Record<string, string>
  /** What the worker program is given besides. */
  workerEnv: Record<string, string>
  person: (persona: string) => Person
  /** The context in which the worker does its work; `env` changes the settings of a separate composition. */
  context: (env?: Record<string, string>) => WorkerContext
  /** Runs the worker program beside the router until it or the service is stopped. */
  runWorker: () => Promise<() => Promise<void>>
  /** Free places where the service may call runtimes. */
  runtimePorts: number[]
  /** Adds to what is done when the service stops. */
  onStop: (end: () => Promise<unknown>) => void
  /** Ends all but the chain: the web and worker programs, the providers, and the database, which is dropped. */
  leaveChainAlone: () => Promise<void>
  stop: () => Promise<void>
}

type End = () => Promise<unknown>

type Wires = { chain: Wire; wallets: Wire; host: Wire }

export type ServiceOptions = {
  env?: Record<string, string>
  /** For the worker program alone. */
  workerEnv?: Record<string, string>
  /** Seconds between blocks that nobody asked for; a large number stops the clock of the chain. */
  blockTimeSeconds?: number
  /** Lifetimes and pauses at the wallet provider. */
  walletTiming?: Partial<Timing>
  webhookUrl?: string
  /** The service reaches its database over a line that the test can freeze and cut. */
  hasDatabaseLine?: true
  /** How many nodes the service is given; each is a separate line to the same chain. */
  nodes?: number
  /** How many runtimes of the tests may be paired. */
  runtimePlaces?: number
}

/**
 * The real service in this process: its own database, chain, wallet provider and repository host.
 * Requests go through the router exactly as the server hands them over.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-service-'))
  // The world of the repository host and the wallet provider's key take seconds to make, so both start on copies.
  await cp(inject('standInFolder'), folder, { recursive: true })
  const [database, chain] = await Promise.all([cloneDatabase(), copyChain(folder, options.blockTimeSeconds)])
  const wallets = await openWallets(folder, chain, options.walletTiming)
  const host = await openHost(folder, options.webhookUrl)
  const databaseLine = await startLine(database.url)
  const nodeWires = await startNodeWires(chain, options.nodes ?? 1)
  const wires = { chain: nodeWires[0], wallets: await startWire(wallets.url), host: await startWire(host.url) }
  const runtimePorts = await Promise.all(Array.from({ length: options.runtimePlaces ?? 1 }, freePort))
  const RUNTIME_LOOPBACK = runtimePorts.map((port) => `localhost:${port}`).join()
  const variables = {
    ...variablesOf({ chain, databaseUrl: options.hasDatabaseLine ? databaseLine.url : database.url, wires, host }),
    RUNTIME_LOOPBACK,
    ...(options.nodes && { CHAIN_RPC_URLS: nodeWires.map(({ url }) => `${url}/?key=${providerKey}`).join() }),
    ...options.env,
  }
  const { workerEnv = {} } = options
  Object.assign(process.env, variables)
  const workerVariables = { ...workerVariablesOf(variables, { chain, host }), ...workerEnv }
  const router = documented(await openRouter(resolve(import.meta.dirname, '..')), origin)
  const { services } = web()
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined })
  const ends: End[] = []
  const { context, runWorker } = workersOf(workerVariables, ends)
  const leaveChainAlone = once(async () => {
    for (const end of ends.reverse()) await end()
    await Promise.all([services.close(), sql.end({ timeout: 2 }), wallets.stop(), host.stop()])
    await Promise.all([...nodeWires, wires.wallets, wires.host, databaseLine].map((line) => line.stop()))
    await database.drop()
  })
  const stop = async () => {
    await leaveChainAlone()
    await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const places = { origin, wallets: wallets.url, repositories: host.url, appSlug: host.app.slug }
  const person = (persona: string) => {
    const login = personas.find((known) => known.key === persona)?.login ?? ''
    return new Person(persona, login, places, (url, init) => router(new Request(url, init)))
  }
  const node = connectNode(chain.rpcUrl, chain.chainId, chain.keys.deployer)
  return {
    origin,
    router,
    services,
    sql,
    chain,
    node,
    wallets,
    host,
    wires,
    nodeWires,
    databaseLine,
    folder,
    variables,
    workerEnv,
    person,
    context,
    runWorker,
    leaveChainAlone,
    stop,
    runtimePorts,
    onStop: (end) => ends.push(end),
  }
}

/** Workers of a service: those that only answer questions, and those that run. Each ends with the service. */
function workersOf(variables: NodeJS.ProcessEnv, ends: End[]) {
  let own: WorkerComposition | undefined
  const context = (env?: Record<string, string>) => {
    const known = env ? undefined : own
    const other = known ?? composeWorker(readWorkerEnv({ ...variables, ...env }))
    if (!env) own = other
    if (!known) ends.push(other.close)
    return workerContext(other)
  }
  const runWorker = async () => {
    const env = readWorkerEnv(variables)
    const worker = composeWorker(env)
    const endWorker = await startWorker(worker, env)
    const end = once(() => endWorker().then(worker.close))
    ends.push(end)
    return end
  }
  return { context, runWorker }
}

function workerVariablesOf(
  variables: Record<string, string>,
  { chain, host }: { chain: LocalChain; host: RepositoryHost },
): NodeJS.ProcessEnv {
  return {
    ...variables,
    NODE_ENV: 'test',
    REGISTRAR_PRIVATE_KEY: chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: chain.keys.dispatcher,
    CIRCLE_ENTITY_SECRET: entitySecret,
    GITHUB_APP_ID: String(host.app.id),
    GITHUB_APP_PRIVATE_KEY: host.app.privateKeyPem,
  }
}

async function startNodeWires({ rpcUrl }: LocalChain, nodes: number): Promise<[Wire, ...Wire[]]> {
  const others = Array.from({ length: nodes - 1 }, () => startWire(rpcUrl))
  return [await startWire(rpcUrl), ...(await Promise.all(others))]
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

function openWallets(folder: string, chain: LocalChain, timing: Partial<Timing> = {}): Promise<WalletProvider> {
  const { entryPoint07, accountFactory, token } = chain.addresses
  return startWalletProvider({
    port: 0,
    dataDir: join(folder, 'wallets'),
    apiKey,
    appId: 'test',
    entitySecret,
    allowedOrigins: [origin],
    personas,
    timing: { correlationLag: 20, poll: 40, webhookRetry: 100, ...timing },
    chain: { rpcUrl: chain.rpcUrl, chainId: chain.chainId, entryPoint07, accountFactory, token, keys: chain.keys },
  })
}

function openHost(folder: string, webhookUrl: string | undefined): Promise<RepositoryHost> {
  return startHostApart({
    port: 0,
    dataDir: join(folder, 'repositories'),
    personas,
    appCallbackUrl: `${origin}/connect/github`,
    ...(webhookUrl && { webhookUrl }),
  })
}

type Parts = { chain: LocalChain; databaseUrl: string; wires: Wires; host: RepositoryHost }

function variablesOf({ chain, databaseUrl, wires, host }: Parts): Record<string, string> {
  return {
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: origin,
    CHAIN_RPC_URL: wires.chain.url,
    CHAIN_ID: String(chain.chainId),
    CHAIN_GENESIS_HASH: chain.genesisHash,
    CHAIN_CONFIRMATIONS: '0',
    CHAIN_REQUESTS_PER_SECOND: '10000',
    CHAIN_HEAD_MS: '0',
    REGISTRY_ADDRESS: chain.addresses.registry,
    ESCROW_ADDRESS: chain.addresses.escrow,
    ESCROW_DEPLOYMENT_BLOCK: String(chain.deploymentBlock),
    TOKEN_ADDRESS: chain.addresses.token,
    PUBLIC_CHAIN_RPC_URL: chain.rpcUrl,
    SESSION_SECRET: secret,
    VAULT_SECRET: secret,
    INDEXER_INTERVAL_MS: '100',
    CIRCLE_API_URL: wires.wallets.url,
    CIRCLE_API_KEY: apiKey,
    GITHUB_API_URL: host.apiUrl.replace(host.url, wires.host.url),
    GITHUB_WEB_URL: wires.host.url,
    GITHUB_APP_SLUG: host.app.slug,
    GITHUB_CLIENT_ID: host.app.clientId,
    GITHUB_CLIENT_SECRET: host.app.clientSecret,
    GITHUB_WEBHOOK_SECRETS: host.app.webhookSecret,
    QUALIFICATION_CLONE_URL: host.qualification.cloneUrl.replace(host.url, wires.host.url),
    QUALIFICATION_COMMIT: host.qualification.commit,
    WITHDRAWAL_DELAY_SECONDS: '0',
    ATTEST_HOLD_SECONDS: '1',
    PUBLIC_CACHE_SECONDS: '0',
    RUNTIME_HEARTBEAT_SECONDS: '1',
    RUNTIME_WORK_HEARTBEAT_SECONDS: '1',
    RATE_LIMIT_PAIRING: '100000',
    RATE_LIMIT_RUNTIME: '1000000',
    RATE_LIMIT_ACCOUNT: '100000',
    RATE_LIMIT_MONEY: '100000',
    RATE_LIMIT_ANONYMOUS: '100000',
    RATE_LIMIT_READINESS: '100000',
    RATE_LIMIT_HEALTH: '100000',
  }
}
