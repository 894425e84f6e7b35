import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import { type Composition, compose } from '#lib/compose.ts'
import { readWorkerEnv } from '#lib/env.ts'
import { loadApiRoutes } from '#lib/http/api-routes.ts'
import { createLane, type Lane } from '#lib/http/lane.ts'
import { web } from '#lib/http/web.ts'
import { startWorker } from '#lib/worker/start-worker.ts'
import { personas } from '../../sandbox/personas.ts'
import { type RepositoryHost, startRepositoryHost } from '../../sandbox/repository-host/host.ts'
import { startWalletProvider, type WalletProvider } from '../../sandbox/wallet-provider/start-wallet-provider.ts'
import { Person } from '../demo/person.ts'

const origin = 'http://localhost:3000'
const apiKey = 'TEST_API_KEY:test:test'
const secret = 'a secret of the tests, long enough to derive keys from'

export type Service = {
  origin: string
  lane: Lane
  services: Composition
  sql: postgres.Sql
  wallets: WalletProvider
  host: RepositoryHost
  person: (persona: string) => Person
  /** Runs the worker program beside the lane until the service is stopped. */
  runWorker: () => Promise<void>
  stop: () => Promise<void>
}

type Options = { env?: Record<string, string> }

/**
 * The real service in this process: its own database, wallet provider and repository host, on the run's one chain.
 * Requests go through the lane exactly as the server hands them over.
 */
export async function startService(options: Options = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'jobwright-service-'))
  const chain = inject('chain')
  const databaseUrl = await cloneDatabase()
  const wallets = await openWallets(folder, chain)
  const host = await startRepositoryHost({
    port: 0,
    dataDir: join(folder, 'repositories'),
    personas,
    appCallbackUrl: `${origin}/connect/github`,
  })
  Object.assign(process.env, variables({ chain, databaseUrl, wallets, host }), options.env)
  const lane = createLane(await loadApiRoutes(resolve(import.meta.dirname, '../..')))
  const { services } = web()
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined })
  const ends: (() => Promise<unknown>)[] = []

  const runWorker = async () => {
    const env = readWorkerEnv({ ...process.env, REGISTRAR_PRIVATE_KEY: chain.REGISTRAR_PRIVATE_KEY })
    const worker = compose(env, 'worker')
    const end = await startWorker(worker, env)
    ends.push(async () => {
      await end()
      await worker.close()
    })
  }
  const stop = async () => {
    for (const end of ends) await end()
    await Promise.all([services.close(), sql.end({ timeout: 2 }), wallets.stop(), host.stop()])
    await rm(folder, { recursive: true, force: true })
  }
  const places = { origin, wallets: wallets.url, repositories: host.url, appSlug: host.app.slug }
  const person = (persona: string) => {
    const login = personas.find((known) => known.key === persona)?.login ?? ''
    return new Person(persona, login, places, (url, init) => lane(new Request(url, init)))
  }
  return { origin, lane, services, sql, wallets, host, person, runWorker, stop }
}

async function cloneDatabase(): Promise<string> {
  const url = inject('databaseUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = postgres(url, { max: 1, onnotice: () => undefined })
  // Copies of one template are made one at a time.
  await admin`select pg_advisory_lock(1)`
  await admin.unsafe(`create database ${name} template template_jobwright`)
  await admin.end()
  return url.replace(/\/postgres$/, `/${name}`)
}

function openWallets(folder: string, chain: Record<string, string>): Promise<WalletProvider> {
  const hex = (name: string) => chain[name] as `0x${string}`
  return startWalletProvider({
    port: 0,
    dataDir: join(folder, 'wallets'),
    apiKey,
    appId: 'test',
    allowedOrigins: [origin],
    personas,
    chain: {
      rpcUrl: chain.CHAIN_RPC_URL ?? '',
      chainId: Number(chain.CHAIN_ID),
      entryPoint07: hex('ENTRY_POINT'),
      accountFactory: hex('ACCOUNT_FACTORY'),
      token: hex('TOKEN_ADDRESS'),
      keys: { bundler: hex('BUNDLER_KEY'), minter: hex('MINTER_KEY') },
    },
  })
}

type Parts = { chain: Record<string, string>; databaseUrl: string; wallets: WalletProvider; host: RepositoryHost }

function variables({ chain, databaseUrl, wallets, host }: Parts): Record<string, string> {
  const { REGISTRAR_PRIVATE_KEY, ...known } = chain
  return {
    ...known,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: origin,
    PUBLIC_CHAIN_RPC_URL: chain.CHAIN_RPC_URL ?? '',
    SESSION_SECRET: secret,
    VAULT_SECRET: secret,
    CHAIN_CONFIRMATIONS: '1',
    INDEXER_INTERVAL_MS: '100',
    CIRCLE_API_URL: wallets.url,
    CIRCLE_API_KEY: apiKey,
    GITHUB_API_URL: host.apiUrl,
    GITHUB_WEB_URL: host.url,
    GITHUB_APP_SLUG: host.app.slug,
    GITHUB_CLIENT_ID: host.app.clientId,
    GITHUB_CLIENT_SECRET: host.app.clientSecret,
    GITHUB_WEBHOOK_SECRETS: host.app.webhookSecret,
    RATE_LIMIT_ACCOUNT: '100000',
    RATE_LIMIT_MONEY: '100000',
    RATE_LIMIT_ANONYMOUS: '100000',
  }
}
