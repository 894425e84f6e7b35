import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  AgentRole,
  AgentState,
  ProvisioningStep,
  RuntimeState,
  StepState,
  WorkingHours,
} from '#lib/domain/agent.ts'
import { at, bytes, createdAt, hex, id, units } from './columns.ts'
import { users } from './users.ts'

/** A worker or verifier of one owner. Its wallet and its role never change; the runtime's key may. */
export const agents = pgTable(
  'agents',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** What clients and visitors read beside its address; its owner alone reads `name`. */
    publicName: text(),
    role: text().$type<AgentRole>().notNull(),
    state: text().$type<AgentState>().notNull().default('PROVISIONING'),
    version: integer().notNull().default(1),
    maxConcurrentJobs: integer().notNull().default(1),
    minReward: units().notNull().default(sql`0`),
    minSilenceShareBps: integer().notNull().default(0),
    repositories: jsonb().$type<string[]>().notNull().default([]),
    languages: jsonb().$type<string[]>().notNull().default([]),
    hours: jsonb().$type<WorkingHours>(),
    /** Networks from which its runtime may call, in CIDR notation; from anywhere when empty. */
    networks: jsonb().$type<string[]>().notNull().default([]),
    providerWalletId: text().unique(),
    walletAddress: hex().unique(),
    /** The key that the escrow knows this agent by. */
    authorisedKey: hex().unique(),
    qualifiedAt: at(),
    /** When wrong answers cost it the qualification it has not regained since. */
    qualificationLostAt: at(),
    /** Why the qualification was taken away, once it was. */
    disqualifiedFor: text(),
    /** Why an operator took it out of dispatch and draws, while that lasts; its state goes on beneath. */
    suspendedBecause: text(),
    lastOfferedAt: at(),
    /** No offers before this time, after one was left unanswered. */
    restingUntil: at(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('agents_user').on(table.userId, table.id),
    index('agents_verifying').on(table.userId, table.id).where(sql`role = 'verifier' and state = 'ACTIVE'`),
    index('agents_qualified').on(table.qualifiedAt).where(sql`state in ('ACTIVE', 'PAUSED')`),
    index('agents_disqualified').on(table.id).where(sql`disqualified_for is not null`),
    unique('agents_owned').on(table.id, table.userId),
    check('agents_public_name', sql`length(${table.publicName}) between 1 and 40`),
    check('agents_role', sql`${table.role} in ('worker', 'verifier')`),
    check('agents_state', sql`${table.state} in ('PROVISIONING', 'ACTIVE', 'PAUSED', 'SUSPENDED')`),
    check(
      'agents_active_are_ready',
      sql`${table.state} <> 'ACTIVE' or (${table.walletAddress} is not null and ${table.authorisedKey} is not null and ${table.qualifiedAt} is not null)`,
    ),
    check('agents_capacity', sql`${table.maxConcurrentJobs} between 1 and 8`),
  ],
)

/** What provisioning has done; each step keeps the key under which it asks the outside, so that nothing is made twice. */
export const agentSteps = pgTable(
  'agent_steps',
  {
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    step: text().$type<ProvisioningStep>().notNull(),
    state: text().$type<StepState>().notNull().default('PENDING'),
    idempotencyKey: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    attempts: integer().notNull().default(0),
    detail: text(),
    lookedAt: at(),
    doneAt: at(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.step] }),
    index('agent_steps_open').on(table.lookedAt).where(sql`state not in ('DONE')`),
    check('agent_steps_state', sql`${table.state} in ('PENDING', 'RUNNING', 'WAITING', 'DONE', 'FAILED')`),
  ],
)

/** Every key that a runtime ever proved; a key belongs to one agent for ever. */
export const runtimeKeys = pgTable(
  'runtime_keys',
  {
    key: hex().primaryKey(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    createdAt: createdAt(),
  },
  (table) => [index('runtime_keys_agent').on(table.agentId)],
)

/** One attempt to pair an agent with the runtime that showed the token. Token and credential are sealed until it ends. */
export const pairings = pgTable(
  'pairings',
  {
    id: id(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    host: text().notNull(),
    port: integer(),
    base: text().notNull(),
    key: hex().notNull(),
    tokenSealed: text(),
    credentialId: uuid().notNull(),
    credentialSealed: text(),
    nonce: text().notNull(),
    runtimeNonce: text(),
    software: text(),
    isolation: text(),
    state: text().$type<'PENDING' | 'CLAIMED' | 'FAILED'>().notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    detail: text(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    endedAt: at(),
  },
  (table) => [
    index('pairings_agent').on(table.agentId, table.id),
    uniqueIndex('pairings_one_pending').on(table.agentId).where(sql`state = 'PENDING'`),
    check(
      'pairings_ended_hold_no_secret',
      sql`${table.state} = 'PENDING' or (${table.tokenSealed} is null and ${table.credentialSealed} is null)`,
    ),
  ],
)

/** The runtime that an agent is paired with at present. */
export const runtimeConnections = pgTable('runtime_connections', {
  agentId: uuid()
    .primaryKey()
    .references(() => agents.id),
  address: text().notNull(),
  key: hex().notNull(),
  software: text().notNull(),
  isolation: text().notNull(),
  pairedAt: createdAt(),
  disconnectedAt: at(),
  /** The network that the last call came from. */
  seenFrom: text(),
})

/** Bearer credentials of runtimes, as hashes. An OFFERED one has no secret yet; one at a time is LIVE. */
export const runtimeCredentials = pgTable(
  'runtime_credentials',
  {
    id: uuid().primaryKey(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    epoch: integer().notNull(),
    key: hex().notNull(),
    secretHash: bytes(),
    scopes: jsonb().$type<string[]>().notNull(),
    state: text().$type<'OFFERED' | 'PENDING' | 'LIVE' | 'RETIRED' | 'REVOKED'>().notNull(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    activatedAt: at(),
    endedAt: at(),
  },
  (table) => [
    unique('runtime_credentials_epoch').on(table.agentId, table.epoch),
    index('runtime_credentials_expiring').on(table.expiresAt).where(sql`state = 'LIVE'`),
    uniqueIndex('runtime_credentials_one_live').on(table.agentId).where(sql`state = 'LIVE'`),
    uniqueIndex('runtime_credentials_one_next').on(table.agentId).where(sql`state in ('OFFERED', 'PENDING')`),
    check(
      'runtime_credentials_usable_have_secret',
      sql`${table.state} not in ('PENDING', 'LIVE') or ${table.secretHash} is not null`,
    ),
  ],
)

/** When a runtime was last heard and what it said; apart, so that this one write needs no transaction. */
export const runtimeHeartbeats = pgTable('runtime_heartbeats', {
  agentId: uuid()
    .primaryKey()
    .references(() => agents.id),
  at: createdAt(),
  state: text().$type<RuntimeState>().notNull(),
  software: text().notNull(),
  intervalMs: integer().notNull(),
  /** The newest version of policy documents that the runtime reads. */
  policyVersion: integer().notNull().default(1),
  /** Whether it tries the commands of drafts. */
  probes: boolean().notNull().default(false),
  running: jsonb().$type<{ kind: string; id: string; progress?: string }[]>().notNull(),
})

/**
 * When an agent may have become available, so that waiting jobs are compared with it; written by triggers.
 * @public
 */
export const agentWakeups = pgTable(
  'agent_wakeups',
  {
    agentId: uuid()
      .primaryKey()
      .references(() => agents.id),
    dueAt: createdAt(),
  },
  (table) => [index('agent_wakeups_due').on(table.dueAt)],
)

/** A time in which a paired runtime was not heard, known once it was heard again. */
export const runtimeOutages = pgTable(
  'runtime_outages',
  {
    id: id(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    beganAt: at().notNull(),
    endedAt: at().notNull(),
  },
  (table) => [
    unique('runtime_outages_began').on(table.agentId, table.beganAt),
    check('runtime_outages_order', sql`${table.endedAt} > ${table.beganAt}`),
  ],
)

/** A worker's exam or a verifier's calibration, with the outcome that is known beforehand. */
export const qualifications = pgTable(
  'qualifications',
  {
    id: id(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    kind: text().$type<'EXAM' | 'CALIBRATION'>().notNull(),
    /** Which try of the agent this belongs to, and which task of the try it is; all of a try must be passed. */
    series: integer().notNull().default(1),
    number: integer().notNull().default(1),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    expected: text().notNull(),
    state: text().$type<'OPEN' | 'PASSED' | 'FAILED'>().notNull().default('OPEN'),
    detail: text(),
    answer: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    answerBy: at().notNull(),
    endedAt: at(),
  },
  (table) => [
    index('qualifications_agent').on(table.agentId, table.id),
    index('qualifications_series').on(table.agentId, table.series, table.number),
    uniqueIndex('qualifications_one_open').on(table.agentId).where(sql`state = 'OPEN'`),
  ],
)
