import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { at, bytes, createdAt, id } from './columns.ts'

/** First answers of requests that carried an Idempotency-Key; bodies are sealed since some hold one-time secrets. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    principal: text().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    lockedUntil: at().notNull(),
    status: integer(),
    responseSealed: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.principal, table.operation, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)

/** Verified webhook deliveries, raw, waiting for or done with processing. */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    id: id(),
    provider: text().$type<'github' | 'wallet'>().notNull(),
    deliveryId: text().notNull(),
    eventType: text().notNull(),
    body: bytes().notNull(),
    bodySha256: bytes().notNull(),
    receivedAt: createdAt(),
    processedAt: at(),
    attempts: integer().notNull().default(0),
    lastError: text(),
  },
  (table) => [
    unique('webhook_inbox_delivery').on(table.provider, table.deliveryId),
    index('webhook_inbox_waiting').on(table.receivedAt).where(sql`processed_at is null`),
    check('webhook_inbox_provider', sql`${table.provider} in ('github', 'wallet')`),
  ],
)
