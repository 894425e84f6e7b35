import { z } from 'zod'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)
const integer = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().min(low).max(high))
const secret = z.string().min(32)
/** A PEM key; a file of settings may hold it in one line, with `\\n` for its line ends. */
const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .pipe(z.string().regex(/^-----BEGIN (RSA )?PRIVATE KEY-----\n/))
/** Items separated by commas; an empty or padded one is a slip of the pen, which must not pass for a value. */
const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^\S(.*\S)?$/, 'an item of the list is empty or has spaces around it')
          .pipe(item),
      ),
    )
const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

/** The chain id of a development node. */
export const localChainId = 31_337

/** What every program of this project reads from its environment. */
export const sharedVariables = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: integer(1, 200).default(10),
  PUBLIC_ORIGIN: origin,
  VAULT_SECRET: secret,
  CHAIN_RPC_URL: origin.optional(),
  CHAIN_RPC_URLS: list(origin).optional(),
  CHAIN_LAG_SECONDS: integer(1, 86_400).default(30),
  CHAIN_HEAD_AGE_SECONDS: integer(1, 31_536_000).default(300),
  CHAIN_ID: integer(1, 999_999_999_999),
  CHAIN_GENESIS_HASH: hash,
  CHAIN_REQUESTS_PER_SECOND: integer(1, 10_000).default(20),
  CHAIN_BATCH_SIZE: integer(1, 1_000).default(1),
  CHAIN_HEAD_MS: integer(0, 10_000).default(500),
  CHAIN_CONFIRMATIONS: integer(0, 10_000).default(1),
  CHAIN_EXPLORER_URL: origin.optional(),
  ESCROW_ADDRESS: address,
  ESCROW_DEPLOYMENT_BLOCK: integer(0, 999_999_999_999).default(0),
  TOKEN_ADDRESS: address,
  ENTRY_POINT_ADDRESSES: list(address).default([
    '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
    '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  ]),
  FUND_BY_SECONDS: integer(5, 86_400).default(1_800),
  RUNTIME_HEARTBEAT_SECONDS: integer(1, 60).default(30),
  RUNTIME_WORK_HEARTBEAT_SECONDS: integer(1, 60).default(2),
  RUNTIME_LOOPBACK: list(z.string().regex(/^(localhost|127\.0\.0\.1):\d{1,5}$/)).default([]),
  OFFER_SECONDS: integer(5, 3_600).default(60),
  SEATS_PER_VERIFIER: integer(1, 1_000).default(8),
  SHADOW_EVERY_SEATS: integer(0, 10_000).default(20),
  SHADOW_EVERY_DAYS: integer(1, 90).default(3),
  PROBE_SECONDS: integer(1, 120).default(120),
  PROBES_PER_HOUR: integer(0, 1_000).default(30),
  VERIFIER_AGE_SECONDS: integer(0, 31_536_000).default(604_800),
  REWARD_PER_VERIFIER_OWNER: integer(1, 1_000_000_000).default(2_000),
  ATTEST_HOLD_SECONDS: integer(0, 110).default(90),
  WITHDRAWAL_DELAY_SECONDS: integer(0, 2_592_000).default(86_400),
  REQUALIFICATION_SECONDS: integer(60, 31_536_000).default(2_592_000),
  PUBLIC_REPOSITORIES: list(z.string().regex(/^[A-Za-z0-9-]{1,39}\/[\w.-]{1,100}$/)).default([]),
  PUBLIC_READ_SECONDS: integer(1, 86_400).default(600),
  QUALIFICATION_CLONE_URL: origin.optional(),
  QUALIFICATION_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  CIRCLE_API_URL: origin.default('https://api.circle.com'),
  CIRCLE_API_KEY: z.string().min(1),
  CIRCLE_BLOCKCHAIN: z.string().default('ARC-TESTNET'),
  GITHUB_API_URL: origin.default('https://api.github.com'),
  GITHUB_WEB_URL: origin.default('https://github.com'),
  GITHUB_APP_SLUG: z.string().min(1),
  GITHUB_CLIENT_ID: z.string().min(1),
  GITHUB_CLIENT_SECRET: z.string().min(1),
} as const

/** What only the web program reads. */
export const webVariables = {
  PORT: integer(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SESSION_SECRET: secret,
  PUBLIC_CHAIN_RPC_URL: origin,
  TRUSTED_PROXIES: integer(0, 5).default(0),
  PUBLIC_CACHE_SECONDS: integer(0, 300).default(10),
  FAUCET_URL: origin.optional(),
  CIRCLE_APP_ID: z.string().default(''),
  GOOGLE_CLIENT_ID: z.string().default(''),
  WALLET_FRAME_ORIGIN: origin.default('https://pw-auth.circle.com'),
  WALLET_EXECUTOR: z.enum(['circle', 'sandbox']).default('circle'),
  GITHUB_WEBHOOK_SECRETS: list(z.string().min(16)),
  RATE_LIMIT_ACCOUNT: integer(1, 1_000_000).default(600),
  RATE_LIMIT_MONEY: integer(1, 1_000_000).default(60),
  RATE_LIMIT_ANONYMOUS: integer(1, 1_000_000).default(120),
  RATE_LIMIT_PAGE: integer(1, 1_000_000).default(600),
  RATE_LIMIT_IMAGE: integer(1, 1_000_000).default(60),
  RATE_LIMIT_HEALTH: integer(1, 1_000_000).default(600),
  RATE_LIMIT_READINESS: integer(1, 1_000_000).default(120),
  RATE_LIMIT_PAIRING: integer(1, 1_000_000).default(30),
  RATE_LIMIT_RUNTIME: integer(1, 1_000_000).default(6_000),
  RATE_LIMIT_WEBHOOK: integer(1, 1_000_000).default(18_000),
} as const

/** What only the worker program reads; the web program refuses to start when one of these is set. */
export const workerVariables = {
  REGISTRAR_PRIVATE_KEY: hash,
  DISPATCHER_PRIVATE_KEY: hash,
  OPERATOR_FEE_CEILING_GWEI: integer(1, 1_000_000_000).default(1_000),
  CIRCLE_ENTITY_SECRET: z.string().regex(/^[0-9a-f]{64}$/),
  CIRCLE_WALLET_SET_ID: z.uuid().optional(),
  RECONCILE_SECONDS: integer(10, 604_800).default(3_600),
  INDEXER_INTERVAL_MS: integer(50, 60_000).default(1_000),
  GITHUB_APP_ID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional(),
  GITHUB_APP_PRIVATE_KEY: privateKey.optional(),
  GITHUB_SWEEP_SECONDS: integer(1, 86_400).default(300),
} as const

export type SharedEnv = z.infer<z.ZodObject<typeof sharedVariables>>
export type WebEnv = SharedEnv & z.infer<z.ZodObject<typeof webVariables>>
export type WorkerEnv = SharedEnv & z.infer<z.ZodObject<typeof workerVariables>>

/** Names that must never reach the web program: keys that sign or act for the service. */
export const workerSecrets = [
  'REGISTRAR_PRIVATE_KEY',
  'DISPATCHER_PRIVATE_KEY',
  'GUARDIAN_PRIVATE_KEY',
  'CIRCLE_ENTITY_SECRET',
  'GITHUB_APP_PRIVATE_KEY',
] as const

/** Settings that are secrets, or addresses that may carry one. */
export const secretVariables = [
  'DATABASE_URL',
  'VAULT_SECRET',
  'CHAIN_RPC_URL',
  'CHAIN_RPC_URLS',
  'CIRCLE_API_KEY',
  'GITHUB_CLIENT_SECRET',
  'SESSION_SECRET',
  'GITHUB_WEBHOOK_SECRETS',
  ...workerSecrets,
] as const

/** The addresses of the chain's nodes, in the order of their preference. */
export function nodeUrls(env: Pick<SharedEnv, 'CHAIN_RPC_URL' | 'CHAIN_RPC_URLS'>): string[] {
  return env.CHAIN_RPC_URLS ?? (env.CHAIN_RPC_URL ? [env.CHAIN_RPC_URL] : [])
}

type Variables = Readonly<Record<string, string | undefined>>

/** The web program's settings; throws one readable error that lists everything wrong. */
export function readWebEnv(source: Variables = process.env): WebEnv {
  const present = workerSecrets.filter((name) => source[name])
  if (present.length > 0) throw new Error(`the web program must not be given ${present.join(', ')}`)
  return read(z.object({ ...sharedVariables, ...webVariables }), source)
}

/** What every program shares, for a command beside them; throws one readable error that lists everything wrong. */
export function readSharedEnv(source: Variables = process.env): SharedEnv {
  return read(z.object(sharedVariables), source)
}

/** The worker program's settings; throws one readable error that lists everything wrong. */
export function readWorkerEnv(source: Variables = process.env): WorkerEnv {
  return read(z.object({ ...sharedVariables, ...workerVariables }), source)
}

function read<Schema extends z.ZodType>(schema: Schema, source: Variables): z.infer<Schema> {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(filled)
  if (result.success) {
    refuseLoopbackElsewhere(filled)
    assertNodes(filled)
    return result.data
  }
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`the environment is not complete; see .env.example\n${lines.join('\n')}`)
}

/** Loopback places are for runtimes on the machine of a local chain; on any other chain they would open this network. */
function refuseLoopbackElsewhere(source: Variables): void {
  if (source.RUNTIME_LOOPBACK && source.CHAIN_ID !== String(localChainId))
    throw new Error(`RUNTIME_LOOPBACK is for the local chain (${localChainId}) alone`)
}

/** A node that is named twice would agree with itself. */
function assertNodes({ CHAIN_RPC_URL, CHAIN_RPC_URLS }: Variables): void {
  if (!CHAIN_RPC_URL && !CHAIN_RPC_URLS) throw new Error('CHAIN_RPC_URLS, or CHAIN_RPC_URL for one node, is required')
  const hosts = CHAIN_RPC_URLS?.split(',').map((url) => new URL(url).host) ?? []
  if (new Set(hosts).size < hosts.length)
    throw new Error('CHAIN_RPC_URLS names one host twice; two nodes can only agree when they are of two providers')
}
