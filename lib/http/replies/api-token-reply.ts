import type { ApiTokenRow } from '../../data/api-tokens.ts'

export function toApiTokenReply(row: ApiTokenRow) {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }
}
