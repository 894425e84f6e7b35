import type { KeyObject } from 'node:crypto'
import type { Persona } from '../personas.ts'
import type { ChainAccess } from './chain/access.ts'
import type { Faults } from './faults/faults.ts'
import type { ChainOptions, Timing } from './options.ts'
import type { Database } from './store/database.ts'

/** What every part of the provider works with. */
export type Provider = {
  db: Database
  apiKey: string
  appId: string
  blockchain: string
  allowedOrigins: readonly string[]
  personas: readonly Persona[]
  timing: Timing
  chainOptions: ChainOptions
  chain: ChainAccess
  /** The private half of the key that entity secrets are encrypted to. */
  entityKey: () => Promise<KeyObject>
  faults: Faults
  now: () => Date
  /** Tells the background work that there is something to do. */
  wake: () => void
}

/** The moment that lies this many milliseconds ahead, as the store keeps it. */
export function later(provider: Provider, milliseconds: number): number {
  return provider.now().getTime() + milliseconds
}
