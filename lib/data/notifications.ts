import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import { notifications } from '#drizzle/schema/notifications.ts'
import type { NotificationKind } from '../domain/notification.ts'
import type { FaultReason } from '../domain/webhook-endpoint.ts'
import type { Database, Transaction } from './database.ts'
import { titleOfSubject } from './subject-title.ts'

/** The badge says `99+` from here on. */
const mostUnread = 100

const rowShape = {
  id: notifications.eventId,
  kind: notifications.kind,
  readAt: notifications.readAt,
  name: events.name,
  subjectType: events.subjectType,
  subjectId: events.subjectId,
  createdAt: events.createdAt,
  reason: sql<FaultReason | null>`case ${events.name}
    when 'webhook_endpoint.disabled' then ${events.evidence}->>'reason' end`,
  /** The agent that a withdrawal is of. */
  agentId: sql<string | null>`case ${events.subjectType}
    when 'agent' then ${events.subjectId}
    when 'withdrawal' then (select w.agent_id::text from withdrawals w where w.id::text = ${events.subjectId}) end`,
  title: titleOfSubject('notifications'),
}

export type NotificationRow = {
  id: string
  kind: NotificationKind
  readAt: Date | null
  name: string
  subjectType: string
  subjectId: string
  createdAt: Date
  /** Why, where events of that name have more than one cause. */
  reason: FaultReason | null
  agentId: string | null
  title: string | null
}
export type NotificationQuery = {
  limit: number
  before?: string
  kinds?: readonly NotificationKind[] | undefined
  isUnread: boolean
}

/** A person's notifications, newest first. */
export function listNotifications(db: Database, userId: string, query: NotificationQuery): Promise<NotificationRow[]> {
  return db
    .select(rowShape)
    .from(notifications)
    .innerJoin(events, eq(events.id, notifications.eventId))
    .where(
      and(
        eq(notifications.userId, userId),
        notifications.inInbox,
        query.before ? lt(notifications.eventId, query.before) : undefined,
        query.kinds ? inArray(notifications.kind, [...query.kinds]) : undefined,
        query.isUnread ? isNull(notifications.readAt) : undefined,
      ),
    )
    .orderBy(desc(notifications.eventId))
    .limit(query.limit)
}

/** A person's notifications of these events, newest first. */
export function listNotificationsOfEvents(
  db: Database,
  userId: string,
  eventIds: readonly string[],
): Promise<NotificationRow[]> {
  return db
    .select(rowShape)
    .from(notifications)
    .innerJoin(events, eq(events.id, notifications.eventId))
    .where(and(eq(notifications.userId, userId), inArray(notifications.eventId, [...eventIds])))
    .orderBy(desc(notifications.eventId))
}

/** How many a person has not read, up to `mostUnread`. */
export async function countUnread(db: Database, userId: string): Promise<number> {
  const some = db
    .select({ eventId: notifications.eventId })
    .from(notifications)
    .where(isUnreadOf(userId))
    .limit(mostUnread)
    .as('some')
  const [row] = await db.select({ unread: count() }).from(some)
  return row?.unread ?? 0
}

/** Marks these of the person's own as read, or all of them. Others' ids and those that were read change nothing. */
export async function markRead(tx: Transaction, userId: string, ids: readonly string[] | 'all'): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(isUnreadOf(userId), ids === 'all' ? undefined : inArray(notifications.eventId, [...ids])))
}

function isUnreadOf(userId: string) {
  return and(eq(notifications.userId, userId), isNull(notifications.readAt))
}
