import type { Transaction } from '../../data/database.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  type AccessRow,
  closeAccesses,
  endInstallation,
  findAccess,
  type InstallationRow,
  type Link,
  listLinkAccesses,
  lockInstallation,
  saveAccesses,
  saveInstallation,
} from '../../data/repositories.ts'
import type { EventName } from '../../domain/event-name.ts'
import type { HostInstallation, HostRepository } from '../../ports/code-host.ts'
import type { Context } from '../context.ts'

/** What the host said of one person's installation, and when the reading began by the database's clock. */
export type Reading = {
  userId: string
  readAt: string
  installation: HostInstallation
  repositories: readonly HostRepository[]
}

/**
 * Makes the person's rows of an installation equal to a reading, with one event for each thing that opened, closed or
 * changed; an older reading changes nothing. Only `opens` links the person to an installation that is not linked.
 */
export async function saveReading(ctx: Context, reading: Reading, opens: boolean): Promise<void> {
  const { userId, installation, repositories, readAt } = reading
  const link = { userId, installationId: installation.id }
  await inTransaction(ctx.db, async (tx) => {
    const known = await lockInstallation(tx, userId, installation.id, readAt)
    const isOpen = known !== undefined && !known.installation.disconnectedAt
    if (known?.isNewer || (!isOpen && !opens)) return
    const before = await listLinkAccesses(tx, link)
    await saveInstallation(tx, userId, installation, readAt)
    await closeGone(ctx, tx, { link, before, repositories, readAt })
    const saved = await saveAccesses(tx, link, repositories, readAt)
    await recordLinkChange(ctx, tx, link, { before: known?.installation, isOpen, installation })
    for (const after of saved) {
      const access = before.find((one) => one.id === after.id)
      if (access) await recordAccessChange(ctx, tx, access, after)
      else if (isOpen) await recordAccess(ctx, tx, after, 'repository.opened')
    }
  })
}

/** Makes one row equal to a reading of its repository alone; undefined when it or its link has been closed since. */
export async function saveRepositoryReading(
  ctx: Context,
  access: AccessRow,
  repository: HostRepository,
  readAt: string,
): Promise<AccessRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const known = await lockInstallation(tx, access.userId, access.installationId, readAt)
    if (!known || known.installation.disconnectedAt) return undefined
    const before = await findAccess(tx, access.userId, { id: access.id })
    if (!before || before.installationId !== access.installationId) return undefined
    const [saved] = await saveAccesses(tx, access, [repository], readAt)
    if (saved) await recordAccessChange(ctx, tx, before, saved)
    return saved ?? before
  })
}

/** Ends the person's link, and with it every repository of it, at once; false when it had ended before. */
export async function endLink(ctx: Context, link: Link, readAt: string, reason: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const known = await lockInstallation(tx, link.userId, link.installationId, readAt)
    if (!known || known.installation.disconnectedAt || known.isNewer) return false
    const before = await listLinkAccesses(tx, link)
    await endInstallation(tx, link.userId, link.installationId)
    await closeGone(ctx, tx, { link, before, repositories: [], readAt: 'infinity' })
    await record(ctx, tx, link, 'installation.disconnected', { reason })
    return true
  })
}

type Gone = { link: Link; before: AccessRow[]; repositories: readonly HostRepository[]; readAt: string }

async function closeGone(ctx: Context, tx: Transaction, { link, before, repositories, readAt }: Gone): Promise<void> {
  const listed = new Set(repositories.map((repository) => repository.id))
  const gone = before.filter((access) => !listed.has(access.repositoryId))
  const ids = gone.map((access) => access.id)
  for (const access of await closeAccesses(tx, link, ids, readAt))
    await recordAccess(ctx, tx, access, 'repository.closed')
}

type LinkChange = { before: InstallationRow | undefined; isOpen: boolean; installation: HostInstallation }

async function recordLinkChange(
  ctx: Context,
  tx: Transaction,
  link: Link,
  { before, isOpen, installation }: LinkChange,
): Promise<void> {
  const evidence = { repository_selection: installation.repositorySelection }
  if (!isOpen) await record(ctx, tx, link, 'installation.connected', evidence)
  const wasSuspended = isOpen && before !== undefined && before.suspendedAt !== null
  const isSuspended = installation.suspendedAt !== null
  if (wasSuspended !== isSuspended)
    await record(ctx, tx, link, isSuspended ? 'installation.suspended' : 'installation.resumed', evidence)
}

const watched = ['fullName', 'private', 'archived', 'canPull', 'canPush'] as const

async function recordAccessChange(ctx: Context, tx: Transaction, before: AccessRow, after: AccessRow): Promise<void> {
  const changed = watched.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return
  await record(ctx, tx, after, 'repository.changed', {
    repository_id: after.repositoryId,
    ...Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
  })
}

function recordAccess(ctx: Context, tx: Transaction, access: AccessRow, name: EventName): Promise<void> {
  return record(ctx, tx, access, name, { repository_id: access.repositoryId, full_name: access.fullName })
}

async function record(ctx: Context, tx: Transaction, link: Link, name: EventName, evidence: object): Promise<void> {
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: { type: 'installation', id: String(link.installationId) },
    userId: link.userId,
    name,
    evidence: { ...evidence },
  })
}
