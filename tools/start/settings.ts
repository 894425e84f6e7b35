import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alreadyRunning, runningStack } from './leftovers.ts'
import { databaseHome } from './postgres.ts'
import { writePrivate } from './private-file.ts'

export type Settings = {
  root: string
  dataDir: string
  origin: string
  ports: {
    web: number
    wallets: number
    repositories: number
    chain: number
    database: number
    runtimes: number
    mailbox: number
    smtp: number
  }
  secrets: Secrets
}

type Secrets = {
  session: string
  vault: string
  database: string
  apiKey: string
  /** Of the local stack's wallet provider, 64 hex digits. */
  entity: string
  /** Opens the console of every runtime of the local stack. */
  console: string
}

/** Where everything of the local stack listens and lives. Ports follow PORT unless named; data survives restarts. */
export function readSettings(source: NodeJS.ProcessEnv, options: { reset: boolean }): Settings {
  const root = resolve(import.meta.dirname, '../..')
  const dataDir = resolve(source.JOBWRIGHT_DATA ?? join(root, '.data'))
  const web = portOf('PORT', source.PORT || '3000')
  const port = (name: string, offset: number) =>
    source[name] ? portOf(name, source[name]) : portOf('PORT', String(web + offset))
  const ports = {
    web,
    wallets: port('WALLET_PROVIDER_PORT', 1),
    repositories: port('REPOSITORY_HOST_PORT', 2),
    chain: port('CHAIN_PORT', 3),
    database: port('DATABASE_PORT', 4),
    runtimes: port('RUNTIME_PORTS', 5),
    mailbox: port('MAILBOX_PORT', 13),
    smtp: port('SMTP_PORT', 14),
  }
  if (options.reset && runningStack(dataDir)) throw new Error(alreadyRunning(dataDir))
  if (options.reset) for (const folder of [databaseHome(dataDir), dataDir]) empty(folder)
  mkdirSync(dataDir, { recursive: true })
  return {
    root,
    dataDir,
    origin: source.PUBLIC_ORIGIN ?? `http://localhost:${web}`,
    ports,
    secrets: keepSecrets(join(dataDir, 'secrets.json')),
  }
}

/** The others of the stack follow on the first one. */
const lastPort = 65_500

function portOf(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > lastPort) throw new Error(`Set ${name} to a whole number from 1 to ${lastPort}.`)
  return port
}

function keepSecrets(file: string): Secrets {
  const fresh = () => randomBytes(32).toString('base64url')
  const made: Secrets = {
    session: fresh(),
    vault: fresh(),
    database: fresh(),
    apiKey: `TEST_API_KEY:local:${fresh()}`,
    entity: randomBytes(32).toString('hex'),
    console: randomBytes(9).toString('base64url'),
  }
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = { ...made, ...known }
  writePrivate(file, JSON.stringify(secrets))
  return secrets
}

/** Removes what is in the folder; itself it may be a mounted volume. */
function empty(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
