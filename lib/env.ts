import { z } from 'zod'
import { contradictions } from './env/contradictions.ts'
import { withDeployment } from './env/deployment-record.ts'
import { fileVariableOf, withSecretFiles } from './env/secret-files.ts'
import type { SettingsProblem } from './env/settings-problem.ts'
import {
  address,
  appId,
  commit,
  databaseUrl,
  entitySecret,
  hash,
  header,
  integer,
  list,
  listenHost,
  loopback,
  oneOf,
  origin,
  privateKey,
  repository,
  secret,
  secureUrl,
  sender,
  signingKey,
  smtpUrl,
  text,
  url,
  webhookSecret,
  word,
} from './env/shapes.ts'
import { wrongSetting } from './env/wrong-setting.ts'

/** The chain and the contracts on it. */
const chainVariables = {
  CHAIN_RPC_URL: url.optional(),
  CHAIN_RPC_URLS: list(url).optional(),
  CHAIN_LAG_SECONDS: integer(1, 86_400).default(30),
  CHAIN_ALONE_SECONDS: integer(0, 604_800).default(0),
  CHAIN_HEAD_AGE_SECONDS: integer(1, 31_536_000).default(300),
  CHAIN_ID: integer(1, 999_999_999_999),
  CHAIN_GENESIS_HASH: hash,
  CHAIN_HEADERS: oneOf('ethereum', 'other').default('ethereum'),
  CHAIN_REQUESTS_PER_SECOND: integer(1, 10_000).default(20),
  CHAIN_BATCH_SIZE: integer(1, 1_000).default(1),
  CHAIN_HEAD_MS: integer(0, 10_000).default(1_000),
  CHAIN_CONFIRMATIONS: integer(0, 10_000).default(1),
  DEPLOYMENT_FILE: z.string().describe('the path of the record of a deployment').optional(),
  REGISTRY_ADDRESS: address,
  REGISTRY_CODE_HASH: hash.optional(),
  ESCROW_ADDRESS: address,
  ESCROW_CODE_HASH: hash.optional(),
  ESCROW_DEPLOYMENT_BLOCK: integer(0, 999_999_999_999).default(0),
  TOKEN_ADDRESS: address,
} as const

const mailVariables = { SMTP_URL: smtpUrl.optional(), MAIL_FROM: sender.optional() } as const

/** What every program of this project reads from its environment. */
export const sharedVariables = {
  ...chainVariables,
  NODE_ENV: oneOf('development', 'production', 'test').default('production'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
  METRICS_PORT: integer(1, 65_535).optional(),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list(header).optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: integer(1, 200).default(10),
  PUBLIC_ORIGIN: origin,
  MAIL_FROM: mailVariables.MAIL_FROM,
  MAILBOX_URL: url.optional(),
  VAULT_SECRET: list(secret),
  CHAIN_EXPLORER_URL: url.optional(),
  ENTRY_POINT_ADDRESSES: list(address).default([
    '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
    '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  ]),
  FUND_BY_SECONDS: integer(5, 86_400).default(1_800),
  RUNTIME_HEARTBEAT_SECONDS: integer(1, 60).default(30),
  RUNTIME_WORK_HEARTBEAT_SECONDS: integer(1, 60).default(2),
  RUNTIME_LOOPBACK: list(loopback).default([]),
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
  PUBLIC_REPOSITORIES: list(repository).default([]),
  PUBLIC_READ_SECONDS: integer(1, 86_400).default(600),
  QUALIFICATION_CLONE_URL: secureUrl.optional(),
  QUALIFICATION_COMMIT: commit.optional(),
  CIRCLE_API_URL: origin.default('https://api.circle.com'),
  CIRCLE_API_KEY: text,
  CIRCLE_BLOCKCHAIN: word.default('ARC-TESTNET'),
  GITHUB_API_URL: secureUrl.default('https://api.github.com'),
  GITHUB_WEB_URL: secureUrl.default('https://github.com'),
  GITHUB_APP_SLUG: word,
  GITHUB_CLIENT_ID: word,
  GITHUB_CLIENT_SECRET: text,
} as const

/** What only the web program reads. */
export const webVariables = {
  PORT: integer(1, 65_535).default(3000),
  HOST: listenHost.default('127.0.0.1'),
  SESSION_SECRET: list(secret),
  PUBLIC_CHAIN_RPC_URL: secureUrl,
  TRUSTED_PROXIES: integer(0, 5).default(0),
  PUBLIC_CACHE_SECONDS: integer(0, 300).default(10),
  FAUCET_URL: url.optional(),
  CIRCLE_APP_ID: word.default(''),
  GOOGLE_CLIENT_ID: word.default(''),
  WALLET_FRAME_ORIGIN: origin.default('https://pw-auth.circle.com'),
  WALLET_EXECUTOR: oneOf('circle', 'sandbox').default('circle'),
  GITHUB_WEBHOOK_SECRETS: list(webhookSecret),
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
  REGISTRAR_PRIVATE_KEY: signingKey,
  DISPATCHER_PRIVATE_KEY: signingKey,
  DISPATCHER_RETIRED_KEYS: list(signingKey).default([]),
  OPERATOR_FEE_CEILING_GWEI: integer(1, 1_000_000_000).default(1_000),
  OPERATOR_BATCH_GAS: integer(1, 1_000_000_000).default(15_000_000),
  CIRCLE_ENTITY_SECRET: entitySecret,
  CIRCLE_WALLET_SET_ID: z.uuid().describe('the UUID of a wallet set').optional(),
  RECONCILE_SECONDS: integer(10, 604_800).default(3_600),
  INDEXER_INTERVAL_MS: integer(50, 60_000).default(1_000),
  GITHUB_APP_ID: appId.optional(),
  GITHUB_APP_PRIVATE_KEY: privateKey.optional(),
  GITHUB_SWEEP_SECONDS: integer(1, 86_400).default(300),
  SMTP_URL: mailVariables.SMTP_URL,
  MAIL_BATCH_SECONDS: integer(0, 3_600).default(60),
} as const

export type ChainEnv = z.infer<z.ZodObject<typeof chainVariables>>
export type SharedEnv = z.infer<z.ZodObject<typeof sharedVariables>>
export type WebEnv = SharedEnv & z.infer<z.ZodObject<typeof webVariables>>
export type WorkerEnv = SharedEnv & z.infer<z.ZodObject<typeof workerVariables>>
/** What is common to all programs, and what of web and worker is at hand. */
export type DoctorEnv = SharedEnv & Partial<WebEnv> & Partial<WorkerEnv>

/** Names that must never reach the web program: keys that sign or act for the service. */
export const workerSecrets = [
  'REGISTRAR_PRIVATE_KEY',
  'DISPATCHER_PRIVATE_KEY',
  'DISPATCHER_RETIRED_KEYS',
  'GUARDIAN_PRIVATE_KEY',
  'CIRCLE_ENTITY_SECRET',
  'GITHUB_APP_PRIVATE_KEY',
  'SMTP_URL',
] as const

/** Settings that are secrets, or addresses that may carry one. */
export const secretVariables = [
  'DATABASE_URL',
  'VAULT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
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

export class SettingsError extends Error {
  // Not a field, which Node would print again below the message.
  readonly #problems: readonly SettingsProblem[]

  constructor(problems: readonly SettingsProblem[]) {
    const lines = problems.map(({ text }) => `  ${text}`)
    const hint = problems.some(({ name }) => name === 'CHAIN_ID')
      ? '\nDEPLOYMENT_FILE, the record of the contracts, stands for CHAIN_ID and the addresses of the contracts.'
      : ''
    super(`The settings are incomplete or wrong; .env.example describes each of them.\n${lines.join('\n')}${hint}`)
    this.#problems = problems
  }

  get problems(): readonly SettingsProblem[] {
    return this.#problems
  }
}

/** Reads the settings of a program that starts; where they are wrong it says so, without a stack, and ends the program. */
export function settingsOrEnd<Env>(read: () => Env): Env {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** The web program's settings; throws one readable error that lists everything wrong. */
export function readWebEnv(source: Variables = process.env): WebEnv {
  const present = workerSecrets.flatMap((name) => [name, fileVariableOf(name)]).filter((name) => source[name])
  const remove = (name: string) => `Remove ${name} from the web program’s environment: it is for the worker alone.`
  if (present.length > 0) throw new SettingsError(present.map((name) => ({ name, text: remove(name) })))
  return read(z.object({ ...sharedVariables, ...webVariables }), source)
}

/** What every program shares, for a command beside them; throws one readable error that lists everything wrong. */
export function readSharedEnv(source: Variables = process.env): SharedEnv {
  return read(z.object(sharedVariables), source)
}

/** The chain's settings alone, for a command that reads nothing else. */
export function readChainEnv(source: Variables = process.env): ChainEnv {
  return read(z.object(chainVariables), source)
}

/** The database's address alone. */
export function readDatabaseEnv(source: Variables = process.env): Pick<SharedEnv, 'DATABASE_URL'> {
  return read(z.object({ DATABASE_URL: databaseUrl }), source)
}

/** The settings of e-mails alone. */
export function readMailEnv(source: Variables = process.env): z.infer<z.ZodObject<typeof mailVariables>> {
  return read(z.object(mailVariables), source)
}

/** The worker program's settings; throws one readable error that lists everything wrong. */
export function readWorkerEnv(source: Variables = process.env): WorkerEnv {
  return read(z.object({ ...sharedVariables, ...workerVariables }), source)
}

/** The settings of every program whose secrets are at hand; throws one readable error that lists everything wrong. */
export function readDoctorEnv(source: Variables): DoctorEnv {
  const has = (name: string) => source[name] || source[fileVariableOf(name)]
  const isWeb = has('SESSION_SECRET') || has('GITHUB_WEBHOOK_SECRETS')
  const isWorker = has('REGISTRAR_PRIVATE_KEY') || has('DISPATCHER_PRIVATE_KEY') || has('CIRCLE_ENTITY_SECRET')
  const shape = { ...sharedVariables, ...(isWeb && webVariables), ...(isWorker && workerVariables) }
  return read(z.object(shape), source) as DoctorEnv
}

/** The environment with the secrets whose files are named in place of those names; throws one readable error. */
export function readSecretFiles(source: Variables): NodeJS.ProcessEnv {
  const { variables, problems } = withSecretFiles(source, { secrets: secretVariables, others: [] })
  if (problems.length > 0) throw new SettingsError(problems)
  return { ...variables, NODE_ENV: source.NODE_ENV as NodeJS.ProcessEnv['NODE_ENV'] }
}

function read<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, source: Variables): z.infer<z.ZodObject<Shape>> {
  const secrets = withSecretFiles(source, { secrets: secretVariables, others: Object.keys(schema.shape) })
  const faulty = new Set(secrets.problems.map(({ name }) => name.replace(/_FILE$/, '')))
  const deployment = withDeployment(secrets.variables)
  const filled = Object.fromEntries(Object.entries(deployment.variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(filled)
  const issues = result.error?.issues ?? []
  const wrong = new Set(issues.map(({ path }) => String(path[0])))
  const problems = [...wrong]
    .filter((name) => !faulty.has(name))
    .map((name) => ({ name, text: wrongSetting(name, schema.shape[name], filled[name] === undefined ? null : issues) }))
  const all = [
    ...secrets.problems,
    ...deployment.problems,
    ...problems,
    ...contradictions(filled, { read: new Set(Object.keys(schema.shape)), wrong, faulty }),
  ]
  if (result.success && all.length === 0) return result.data
  throw new SettingsError(all)
}
