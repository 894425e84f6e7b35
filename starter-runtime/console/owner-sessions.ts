import { randomBytes } from 'node:crypto'
import { sha256 } from '../commitment.ts'

const lifetimeMs = 12 * 3_600_000
const sessionsMax = 20
export const cookieName = 'starter_session'

/** Who is signed in at the console; gone when the runtime ends. */
export type OwnerSessions = {
  open(): string
  holds(cookieHeader: string | null): boolean
  close(cookieHeader: string | null): void
}

export function createOwnerSessions(): OwnerSessions {
  const sessions = new Map<string, number>()
  return {
    open: () => {
      const secret = randomBytes(32).toString('base64url')
      const [oldest] = sessions.keys()
      if (sessions.size >= sessionsMax && oldest !== undefined) sessions.delete(oldest)
      sessions.set(sha256(secret), Date.now() + lifetimeMs)
      return secret
    },
    holds: (header) => (sessions.get(sha256(secretIn(header))) ?? 0) > Date.now(),
    close: (header) => {
      sessions.delete(sha256(secretIn(header)))
    },
  }
}

function secretIn(header: string | null): string {
  const found = (header ?? '').split(';').find((part) => part.trim().startsWith(`${cookieName}=`))
  return found?.trim().slice(cookieName.length + 1) ?? ''
}
