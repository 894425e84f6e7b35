import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  type ConnectionRow,
  findConnection,
  type Grant,
  refuseConnection,
  renewConnection,
  saveConnection,
} from '../../data/repositories.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { HostAccount, UserGrant } from '../../ports/code-host.ts'
import type { Context } from '../context.ts'
import { connectRepositories } from './next-steps.ts'

const earlyMs = 5 * 60_000
const place = (userId: string, column: string) => `github_connections/${column}/${userId}`

/**
 * Works at the host with the person's own token, renewed before it expires. When the host no longer accepts the person's
 * connection, that is noted at once and the answer is `repository_not_connected`.
 */
export async function asPerson<T>(ctx: Context, userId: string, work: (token: string) => Promise<T>): Promise<T> {
  const held = await requireLiveConnection(ctx, userId)
  try {
    return await work(open(ctx, held))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  const other = (await replaced(ctx, held)) ?? (await renew(ctx, held))
  try {
    if (other) return await work(open(ctx, other))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  await refuse(ctx, other ?? held)
  throw notAccepted()
}

/** Keeps a new connection, sealed; throws a unique violation when another person has connected the account. */
export async function saveGrant(ctx: Context, userId: string, account: HostAccount, grant: UserGrant): Promise<void> {
  const row = { userId, githubUserId: account.id, login: account.login, ...sealed(ctx, userId, grant) }
  await inTransaction(ctx.db, async (tx) => {
    await saveConnection(tx, row)
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'user', id: userId },
      userId,
      name: 'repository_host.connected',
      // Without the login: what is in the audit trail can never be erased.
      evidence: { github_user_id: account.id },
    })
  })
}

async function requireLiveConnection(ctx: Context, userId: string): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db, userId)
  if (!row) throw notConnected()
  if (row.refusedAt) throw notAccepted()
  if (!row.accessTokenExpiresAt || row.accessTokenExpiresAt.getTime() - earlyMs > Date.now()) return row
  const renewed = await renew(ctx, row)
  if (renewed) return renewed
  await refuse(ctx, row)
  throw notAccepted()
}

function isRefusal(error: unknown): boolean {
  return isFailure(error) && error.code === 'repository_not_connected'
}

function open(ctx: Context, row: ConnectionRow): string {
  return ctx.vault.open(row.accessTokenSealed, place(row.userId, 'access_token'))
}

/** The connection with a new token; undefined when there is none to be had and nobody else renewed it. */
async function renew(ctx: Context, held: ConnectionRow): Promise<ConnectionRow | undefined> {
  if (!held.refreshTokenSealed) return undefined
  const refreshToken = ctx.vault.open(held.refreshTokenSealed, place(held.userId, 'refresh_token'))
  const grant = await ctx.codeHost.refreshGrant(refreshToken).catch(async (error: unknown) => {
    if (await replaced(ctx, held)) return undefined
    throw error
  })
  if (grant) {
    const kept = sealed(ctx, held.userId, grant)
    const isKept = await inTransaction(ctx.db, (tx) => renewConnection(tx, held, kept))
    return isKept ? { ...held, ...kept, refusedAt: null } : replaced(ctx, held)
  }
  return awaitReplacement(ctx, held)
}

/** The refresh token works once: another request may have used it and be about to keep the result. */
async function awaitReplacement(ctx: Context, held: ConnectionRow): Promise<ConnectionRow | undefined> {
  for (let look = 0; look < 10; look += 1) {
    const found = await replaced(ctx, held)
    if (found) return found
    await wait(100)
  }
  return undefined
}

async function replaced(ctx: Context, held: ConnectionRow): Promise<ConnectionRow | undefined> {
  const found = await findConnection(ctx.db, held.userId)
  return found && !found.refusedAt && found.accessTokenSealed !== held.accessTokenSealed ? found : undefined
}

async function refuse(ctx: Context, held: ConnectionRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await refuseConnection(tx, held))) return
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'user', id: held.userId },
      userId: held.userId,
      name: 'repository_host.refused',
      evidence: { github_user_id: held.githubUserId },
    })
  })
}

function sealed(ctx: Context, userId: string, grant: UserGrant): Grant {
  return {
    accessTokenSealed: ctx.vault.seal(grant.accessToken, place(userId, 'access_token')),
    refreshTokenSealed: grant.refreshToken && ctx.vault.seal(grant.refreshToken, place(userId, 'refresh_token')),
    accessTokenExpiresAt: grant.expiresAt,
  }
}

function notConnected(): Failure {
  return new Failure('repository_not_connected', 'No repository host account is connected.', {
    nextActions: [connectRepositories],
  })
}

function notAccepted(): Failure {
  return new Failure(
    'repository_not_connected',
    'The repository host no longer accepts the connection; connect it again.',
    { nextActions: [connectRepositories] },
  )
}
