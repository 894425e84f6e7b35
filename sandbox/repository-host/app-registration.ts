import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Permissions, RepositoryHostOptions } from './options.ts'

type Credentials = {
  id: number
  clientId: string
  clientSecret: string
  privateKeyPem: string
  publicKeyPem: string
  webhookSecret: string
  createdAt: string
}

export type AppRegistration = Credentials & {
  slug: string
  name: string
  description: string
  callbackUrl: string
  webhookUrl: string | undefined
  permissions: Permissions
  optionalPermissions: Permissions
  events: readonly string[]
  rateLimits: { anonymous: number; user: number; installation: number }
}

const defaultPermissions: Permissions = { metadata: 'read', contents: 'read', issues: 'read', members: 'read' }
const defaultOptional: Permissions = { contents: 'write', pull_requests: 'write', checks: 'write' }
const defaultEvents = [
  'issues',
  'issue_comment',
  'push',
  'repository',
  'public',
  'member',
  'membership',
  'organization',
  'team',
  'team_add',
]
const defaultRateLimits = { anonymous: 5000, user: 5000, installation: 5000 }

/** The App's settings with credentials that stay the same for the life of the data folder. */
export function registerApp(options: RepositoryHostOptions): AppRegistration {
  const { setup = {} } = options
  return {
    ...loadCredentials(options.dataDir),
    slug: setup.slug ?? 'jobwright',
    name: setup.name ?? 'Jobwright',
    description: setup.description ?? 'Turns repository issues into funded jobs.',
    callbackUrl: options.appCallbackUrl,
    webhookUrl: options.webhookUrl,
    permissions: setup.permissions ?? defaultPermissions,
    optionalPermissions: setup.optionalPermissions ?? defaultOptional,
    events: setup.events ?? defaultEvents,
    rateLimits: { ...defaultRateLimits, ...setup.rateLimits },
  }
}

function loadCredentials(dataDir: string): Credentials {
  const file = join(dataDir, 'app.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(createCredentials(), null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const credentials: Credentials = JSON.parse(readFileSync(file, 'utf8'))
  return credentials
}

function createCredentials(): Credentials {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    id: 1_180_277,
    clientId: `Iv23li${randomBytes(7).toString('hex')}`,
    clientSecret: randomBytes(20).toString('hex'),
    privateKeyPem: privateKey,
    publicKeyPem: publicKey,
    webhookSecret: randomBytes(32).toString('hex'),
    createdAt: '2026-01-12T09:00:00Z',
  }
}
