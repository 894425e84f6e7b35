import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '../commitments.ts'

/** The credentials of the runtime as the service keeps them: the one in force, one that is announced, and the ended. */
export type Credentials = {
  /** Makes another one to be claimed; its first use ends the one before. */
  issue(): string
  /** From now on the credential of this hash works too; its first use ends the one before. */
  announce(hash: string): void
  accepts(credential: string): boolean
  /** How often an ended one was used. */
  endedUses(): number
  /** The hash (`0x…`) of the one in force. */
  current(): string | undefined
  revokeAll(): void
}

export function createCredentials(): Credentials {
  const ended = new Set<string>()
  let current: string | undefined
  let next: string | undefined
  let uses = 0
  return {
    issue: () => {
      const credential = `jwr_${randomUUID()}_${randomBytes(32).toString('base64url')}`
      next = hashOf(credential)
      return credential
    },
    announce: (hash) => {
      next = hash
    },
    accepts: (credential) => {
      const hash = hashOf(credential)
      if (ended.has(hash)) uses += 1
      if (hash === next) {
        if (current) ended.add(current)
        current = next
        next = undefined
      }
      return hash === current
    },
    endedUses: () => uses,
    current: () => current,
    revokeAll: () => {
      current = undefined
      next = undefined
    },
  }
}

export function hashOf(credential: string): string {
  return `0x${sha256(credential)}`
}
