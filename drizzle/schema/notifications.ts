import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type NotificationKind, type NotifiedEvent, notificationKinds } from '#lib/domain/notification.ts'
import { at } from './columns.ts'
import { events } from './jobs.ts'
import { users } from './users.ts'

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

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
    /** As the person had chosen when it was made; webhooks filter by the kind of the others, too. */
    inInbox: boolean().notNull().default(true),
    readAt: at(),
  },
  (table) => [
    index('notifications_of').on(table.userId, table.eventId),
    index('notifications_unread').on(table.userId, table.eventId).where(sql`read_at is null`),
    check('notifications_kind', sql.raw(`kind in (${list(notificationKinds)})`)),
    // So that the count of the unread asks for nothing more.
    check('notifications_unread_in_inbox', sql`in_inbox or read_at is not null`),
  ],
)

/** Where a person wants notifications of one name; null, like no row, is the default. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().$type<NotifiedEvent>().notNull(),
    inbox: boolean(),
    email: boolean(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
)
