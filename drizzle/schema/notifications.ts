import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type NotificationKind, notificationKinds } from '#lib/domain/notification.ts'
import { at } from './columns.ts'
import { events } from './jobs.ts'
import { users } from './users.ts'

/** What a person is told of, one row for its event; written with the event, so that none is lost. */
export const notifications = pgTable(
  'notifications',
  {
    eventId: uuid()
      .primaryKey()
      .references(() => events.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    readAt: at(),
  },
  (table) => [
    index('notifications_of').on(table.userId, table.eventId),
    index('notifications_unread').on(table.userId, table.eventId).where(sql`read_at is null`),
    check('notifications_kind', sql.raw(`kind in (${notificationKinds.map((kind) => `'${kind}'`).join(', ')})`)),
  ],
)
