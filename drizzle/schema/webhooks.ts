import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '#lib/domain/notification.ts'
import { type DeliveryFault, type DeliveryState, deliveryFaults, deliveryStates } from '#lib/domain/webhook-delivery.ts'
import { type DisabledReason, disabledReasons } from '#lib/domain/webhook-endpoint.ts'
import { at, createdAt, id } from './columns.ts'
import { events } from './jobs.ts'
import { users } from './users.ts'

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** Where an account wants its changes sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    description: text().notNull(),
    /** Only changes that make a notification of these kinds; null for every change. */
    kinds: text().array().$type<NotificationKind[]>(),
    disabledReason: text().$type<DisabledReason>(),
    secretSealed: text().notNull(),
    previousSecretSealed: text(),
    /** Until when the secret before is used besides. */
    previousSecretUntil: at(),
    /** Changes sealed after this one are sent. */
    afterSequence: bigint({ mode: 'bigint' }).notNull(),
    /** Since when no attempt has succeeded; null while they do. */
    failingSince: at(),
    failedAt: at(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    unique('webhook_endpoints_of_user').on(table.id, table.userId),
    index('webhook_endpoints_user').on(table.userId),
    check('webhook_endpoints_url', sql`length(${table.url}) between 1 and 2000`),
    check('webhook_endpoints_disabled', sql.raw(`disabled_reason in (${list(disabledReasons)})`)),
    check('webhook_endpoints_previous', sql`(previous_secret_sealed is null) = (previous_secret_until is null)`),
    check('webhook_endpoints_failing', sql`(failing_since is null) = (failed_at is null)`),
  ],
)

/** One change for one endpoint, written before the first call; the facts are those of the last attempt. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: uuid().notNull(),
    userId: uuid().notNull(),
    eventId: uuid()
      .notNull()
      .references(() => events.id),
    state: text().$type<DeliveryState>().notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: at(),
    /** Until when a worker has it; one that died leaves it to the others then. */
    leasedUntil: at(),
    attemptedAt: at(),
    fault: text().$type<DeliveryFault>(),
    statusCode: integer(),
    durationMs: integer(),
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'webhook_deliveries_endpoint',
      columns: [table.endpointId, table.userId],
      foreignColumns: [webhookEndpoints.id, webhookEndpoints.userId],
    }).onDelete('cascade'),
    unique('webhook_deliveries_once').on(table.endpointId, table.eventId),
    index('webhook_deliveries_list').on(table.endpointId, table.id),
    index('webhook_deliveries_due').on(table.endpointId, table.nextAttemptAt).where(sql`state = 'PENDING'`),
    index('webhook_deliveries_leased').on(table.endpointId, table.leasedUntil).where(sql`leased_until is not null`),
    index('webhook_deliveries_age').on(table.createdAt),
    check('webhook_deliveries_state', sql.raw(`state in (${list(deliveryStates)})`)),
    check('webhook_deliveries_fault', sql.raw(`fault in (${list(deliveryFaults)})`)),
    check('webhook_deliveries_next', sql`(state = 'PENDING') = (next_attempt_at is not null)`),
  ],
)
