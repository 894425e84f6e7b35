import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '#lib/data/database.ts'
import { type ConnectionRow, findConnection, saveConnection } from '#lib/data/repositories.ts'
import { clientAction } from '#lib/domain/action.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { UserGrant } from '#lib/ports/code-host.ts'
import type { Context } from '../context.ts'

const earlyMs = 5 * 60_000
const place = (userId: string, column: string) => `github_connections/${column}/${userId}`

/** The person's own token at the repository host, refreshed before it expires; `repository_not_connected` without one. */
export async function requireHostToken(ctx: Context, userId: string): Promise<string> {
  const row = await findConnection(ctx.db, userId)
  if (!row) throw notConnected()
  if (!row.accessTokenExpiresAt || row.accessTokenExpiresAt.getTime() - earlyMs > Date.now()) return open(ctx, row)
  return refresh(ctx, row)
}

function open(ctx: Context, row: ConnectionRow): string {
  return ctx.vault.open(row.accessTokenSealed, place(row.userId, 'access_token'))
}

async function refresh(ctx: Context, row: ConnectionRow): Promise<string> {
  if (!row.refreshTokenSealed) throw notConnected()
  try {
    const grant = await ctx.codeHost.refreshGrant(
      ctx.vault.open(row.refreshTokenSealed, place(row.userId, 'refresh_token')),
    )
    await saveGrant(ctx, { userId: row.userId, githubUserId: row.githubUserId, login: row.login }, grant)
    return grant.accessToken
  } catch (error) {
    const newer = await findNewer(ctx, row)
    if (newer) return open(ctx, newer)
    throw error
  }
}

/** The refresh token works once: another request may have used it and be about to keep the result. */
async function findNewer(ctx: Context, row: ConnectionRow): Promise<ConnectionRow | undefined> {
  for (let look = 0; look < 10; look += 1) {
    const found = await findConnection(ctx.db, row.userId)
    if (found && found.accessTokenSealed !== row.accessTokenSealed) return found
    await wait(200)
  }
  return undefined
}

type Holder = Pick<ConnectionRow, 'userId' | 'githubUserId' | 'login'>

/** Keeps a grant, sealed. */
export async function saveGrant(ctx: Context, holder: Holder, grant: UserGrant): Promise<void> {
  const { userId } = holder
  const row = {
    ...holder,
    accessTokenSealed: ctx.vault.seal(grant.accessToken, place(userId, 'access_token')),
    refreshTokenSealed: grant.refreshToken && ctx.vault.seal(grant.refreshToken, place(userId, 'refresh_token')),
    accessTokenExpiresAt: grant.expiresAt,
  }
  await inTransaction(ctx.db, (tx) => saveConnection(tx, row))
}

function notConnected(): Failure {
  return new Failure('repository_not_connected', 'No repository host account is connected.', {
    nextActions: [
      clientAction('connect_repositories', 'Connect a repository.', 'POST', '/api/v1/client/github/app/install/start/'),
    ],
  })
}
