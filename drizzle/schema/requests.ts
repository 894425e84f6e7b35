import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WorkerReport } from '#lib/domain/worker-report.ts'
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
    /** Set in the transaction that has the effect, where a second one would be another. */
    effectAt: at(),
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
    /** Whose doing it is, by the body's own word; only for taking turns. */
    account: text(),
    body: bytes().notNull(),
    bodySha256: bytes().notNull(),
    receivedAt: createdAt(),
    processedAt: at(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the last failure was counted. */
    failedAt: at(),
    /** Since when nobody tries any more by itself: a dead letter. */
    deadAt: at(),
  },
  (table) => [
    unique('webhook_inbox_delivery').on(table.provider, table.deliveryId),
    index('webhook_inbox_waiting').on(table.receivedAt).where(sql`processed_at is null and dead_at is null`),
    index('webhook_inbox_processed').on(table.processedAt).where(sql`processed_at is not null`),
    index('webhook_inbox_dead').on(table.deadAt).where(sql`processed_at is null and dead_at is not null`),
    check('webhook_inbox_provider', sql`${table.provider} in ('github', 'wallet')`),
  ],
)

/** How far a sweep of somebody else's log has come, by the sweep's name. */
export const sweepCursors = pgTable('sweep_cursors', {
  name: text().primaryKey(),
  position: text().notNull(),
  updatedAt: createdAt(),
})

/** What each worker last said of itself. */
export const workerReports = pgTable('worker_reports', {
  id: uuid().primaryKey(),
  report: jsonb().$type<WorkerReport>().notNull(),
  heardAt: createdAt(),
})

/** When a web program was last there, and the newest span in which none was; one row. */
export const webPresence = pgTable(
  'web_presence',
  {
    one: boolean().primaryKey().default(true),
    at: at().notNull(),
    awayFrom: at(),
    awayUntil: at(),
  },
  (table) => [
    check('web_presence_one', sql`${table.one}`),
    check('web_presence_away', sql`(${table.awayFrom} < ${table.awayUntil}) is not false`),
  ],
)

/** Who does what one program alone may do, until when. The token grows with each new holder and is its fence. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  token: bigint({ mode: 'bigint' }).notNull(),
  expiresAt: at().notNull(),
  /** The connection that took or renewed it; once that is gone, so is the holder. */
  backend: integer().notNull(),
  /** Missing where the role that acts for the signed-in one may not see it; then the pid alone says who holds it. */
  backendStartedAt: at(),
})

/** Requests counted over all instances, by limit and principal; a row begins anew when its time is over. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: at(),
})

/** Public keys that the wallet provider named for its webhooks, and when it last did. */
export const walletWebhookKeys = pgTable('wallet_webhook_keys', {
  keyId: text().primaryKey(),
  publicKey: bytes().notNull(),
  confirmedAt: createdAt(),
})
