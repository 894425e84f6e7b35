import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  type ConnectionRow,
  findConnection,
  type Grant,
  lockConnection,
  refuseConnection,
  renewConnection,
  saveConnection,
} from '../../data/repositories.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { HostAccount, UserGrant } from '../../ports/code-host.ts'
import type { Context } from '../context.ts'
import { connectRepositories } from './next-steps.ts'

const earlyMs = 5 * 60_000
/** What the sealed columns are bound to; `column` is without its ending. */
export const connectionPlace = (userId: string, column: string) => `github_connections/${column}/${userId}`

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
  return openText(ctx, row.accessTokenSealed, connectionPlace(row.userId, 'access_token'))
}

/** A token that was sealed by a key which is unknown by now is lost to us, though the host may accept it. */
function openText(ctx: Context, sealed: string, place: string): string {
  try {
    return ctx.vault.open(sealed, place)
  } catch (error) {
    throw isFailure(error) ? notAccepted() : error
  }
}

/** Whether both hold the same token; its sealed text changes when it is sealed again under another key. */
function isSameGrant(ctx: Context, one: ConnectionRow, other: ConnectionRow): boolean {
  return open(ctx, one) === open(ctx, other)
}

/** The connection with a new token; undefined when there is none to be had and nobody else renewed it. */
async function renew(ctx: Context, held: ConnectionRow): Promise<ConnectionRow | undefined> {
  if (!held.refreshTokenSealed) return undefined
  const refreshToken = openText(ctx, held.refreshTokenSealed, connectionPlace(held.userId, 'refresh_token'))
  const grant = await ctx.codeHost.refreshGrant(refreshToken).catch(async (error: unknown) => {
    if (await replaced(ctx, held)) return undefined
    throw error
  })
  if (grant) {
    const kept = sealed(ctx, held.userId, grant)
    const isKept = await inTransaction(ctx.db, async (tx) => {
      const now = await lockConnection(tx, held.userId)
      if (!now || !isSameGrant(ctx, now, held)) return false
      await renewConnection(tx, held.userId, kept)
      return true
    })
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
  return found && !found.refusedAt && !isSameGrant(ctx, found, held) ? found : undefined
}

async function refuse(ctx: Context, held: ConnectionRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const now = await lockConnection(tx, held.userId)
    if (!now || !isSameGrant(ctx, now, held) || !(await refuseConnection(tx, held.userId))) return
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
    accessTokenSealed: ctx.vault.seal(grant.accessToken, connectionPlace(userId, 'access_token')),
    refreshTokenSealed:
      grant.refreshToken && ctx.vault.seal(grant.refreshToken, connectionPlace(userId, 'refresh_token')),
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
