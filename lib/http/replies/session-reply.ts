import { session as schema } from '../../api/auth.ts'
import type { OwnSession } from '../../usecases/auth/list-sessions.ts'
import { toWire } from '../to-wire.ts'

export function toSessionReply({ isCurrent, endsAt, ...session }: OwnSession) {
  return toWire(schema, { ...session, current: isCurrent, expiresAt: endsAt })
}
