import type { Persona } from '../personas.ts'
import type { Seed } from './seed/types.ts'

export type AccessLevel = 'read' | 'write' | 'admin'

/** Permission names of an App (`contents`, `issues`, …) with the level granted. */
export type Permissions = Record<string, AccessLevel>

/** What the App's owner entered when registering it; every field has a default. */
export type AppSetup = {
  name?: string
  slug?: string
  description?: string
  permissions?: Permissions
  /** What an account's owner may grant besides, or leave out. */
  optionalPermissions?: Permissions
  events?: readonly string[]
  /** Requests per hour; 0 turns the limit off. */
  rateLimits?: { anonymous?: number; user?: number; installation?: number }
}

export type RepositoryHostOptions = {
  /** 0 takes any free port. */
  port: number
  dataDir: string
  personas: readonly Persona[]
  /** Repositories and issues of the first start; a data folder that was seeded once is never seeded again. */
  seed?: Seed
  /** The App's only callback URL; `redirect_uri` must equal it. */
  appCallbackUrl: string
  setup?: AppSetup
  /** Where webhooks go; without it nothing is delivered or logged. */
  webhookUrl?: string
  /** Time as the host sees it. */
  now?: () => Date
}
