import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { type MailFault, type MailState, mailFaults, mailStates } from '#lib/domain/mail.ts'
import { at, bytes, createdAt, id } from './columns.ts'
import { events } from './jobs.ts'
import { users } from './users.ts'

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** The confirmed address to which a person’s notifications go. */
export const mailAddresses = pgTable('mail_addresses', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  address: text().notNull(),
  confirmedAt: createdAt(),
})

/** An address that was typed, until the link in its e-mail is opened; the newest of a person counts. */
export const mailConfirmations = pgTable(
  'mail_confirmations',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    tokenHash: bytes().notNull().unique(),
    createdAt: createdAt(),
    /** Used, replaced by a newer one, or taken back. */
    endedAt: at(),
  },
  (table) => [
    index('mail_confirmations_user').on(table.userId, table.createdAt),
    index('mail_confirmations_address').on(table.address, table.createdAt),
    check('mail_confirmations_address_form', sql`length(${table.address}) between 3 and 254`),
  ],
)

/**
 * A notification, or a link that confirms an address, on its way to one address; written before the server is called.
 * Rows with one `batch_id` are one message, which is sent again as it was until the server has answered.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: uuid().references(() => events.id),
    confirmationId: uuid().references(() => mailConfirmations.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    batchId: uuid(),
    state: text().$type<MailState>().notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: at(),
    attemptedAt: at(),
    fault: text().$type<MailFault>(),
    /** What the server said last. */
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('mails_once').on(table.eventId),
    index('mails_of').on(table.userId, table.createdAt),
    index('mails_batch').on(table.batchId),
    index('mails_confirmation').on(table.confirmationId).where(sql`confirmation_id is not null`),
    index('mails_waiting').on(table.userId, table.createdAt).where(sql`state = 'PENDING' and batch_id is null`),
    index('mails_due').on(table.nextAttemptAt).where(sql`state = 'PENDING'`),
    index('mails_age').on(table.createdAt),
    check('mails_what', sql`(event_id is null) <> (confirmation_id is null)`),
    check('mails_state', sql.raw(`state in (${list(mailStates)})`)),
    check('mails_fault', sql.raw(`fault in (${list(mailFaults)})`)),
    check('mails_next', sql`(state = 'PENDING') = (next_attempt_at is not null)`),
  ],
)
