import type { OwnSession } from '../../usecases/auth/list-sessions.ts'

export function toSessionReply(session: OwnSession) {
  return {
    id: session.id,
    current: session.isCurrent,
    user_agent: session.userAgent,
    signed_in_at: session.signedInAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: session.endsAt.toISOString(),
  }
}
