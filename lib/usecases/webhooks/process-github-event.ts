import { findOpenInstallRequest } from '../../data/install-states.ts'
import { findConnectionOfAccount, listConcernedLinks } from '../../data/repositories.ts'
import type { DeliveryRow } from '../../data/webhook-inbox.ts'
import { isFailure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { noteRepositoryEvent } from '../discovery/note-repository-event.ts'
import { asPerson } from '../repositories/host-token.ts'
import { linkRequested } from '../repositories/link-requested.ts'
import { readLinks } from '../repositories/read-links.ts'

type Body = Record<string, unknown>

/** Events that may change a person's rights; no other event changes what is stored here. */
const aboutRights = new Set([
  'installation',
  'installation_repositories',
  'installation_target',
  'repository',
  'member',
  'membership',
  'organization',
  'team',
  'team_add',
  'public',
])

/** Reads again, for everybody whom the event may concern, what the host says for that person's own token. */
export async function processGithubEvent(ctx: Context, body: Body, delivery: DeliveryRow): Promise<void> {
  await noteRepositoryEvent(ctx, body)
  if (delivery.eventType === 'github_app_authorization') return checkConnection(ctx, idOf(body.sender))
  if (!aboutRights.has(delivery.eventType)) return
  const installationId = idOf(body.installation)
  const about = { installationId, repositoryId: idOf(body.repository) }
  await readLinks(ctx, await listConcernedLinks(ctx.db, about, delivery.receivedAt))
  const requester = idOf(body.requester)
  if (requester !== null && installationId !== null) await answerRequest(ctx, requester, installationId)
}

/** A connection is over when the host says so to the connection's own token, and not before. */
async function checkConnection(ctx: Context, accountId: number | null): Promise<void> {
  const connection = accountId === null ? undefined : await findConnectionOfAccount(ctx.db, accountId)
  if (!connection || connection.refusedAt) return
  try {
    await asPerson(ctx, connection.userId, (token) => ctx.codeHost.account(token))
  } catch (error) {
    if (!isFailure(error) || error.code !== 'repository_not_connected') throw error
  }
}

/** An owner agreed to what a person of ours had asked for, if the host lists it for that person. */
async function answerRequest(ctx: Context, accountId: number, installationId: number): Promise<void> {
  const connection = await findConnectionOfAccount(ctx.db, accountId)
  if (!connection || connection.refusedAt) return
  if (!(await findOpenInstallRequest(ctx.db, connection.userId))) return
  await linkRequested(ctx, { userId: connection.userId, installationId })
}

function idOf(value: unknown): number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}
