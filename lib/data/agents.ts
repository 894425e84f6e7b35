import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { agentSteps, agents } from '#drizzle/schema/agents.ts'
import {
  type AgentLimits,
  type AgentState,
  type ProvisioningStep,
  provisioningSteps,
  type StepState,
} from '../domain/agent.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type AgentRow = typeof agents.$inferSelect
export type StepRow = typeof agentSteps.$inferSelect
type NewAgent = Pick<AgentRow, 'userId' | 'name' | 'role'> & Partial<AgentLimits>

/** Stores the agent with its four provisioning steps. */
export async function insertAgent(tx: Transaction, row: NewAgent): Promise<AgentRow> {
  const made = onlyRow(await tx.insert(agents).values(row).returning())
  await tx.insert(agentSteps).values(provisioningSteps.map((step) => ({ agentId: made.id, step })))
  return made
}

/** The owner's own agent; undefined for a foreign or unknown id alike. */
export async function findAgent(db: Database, id: string, userId?: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, id), userId ? eq(agents.userId, userId) : undefined))
  return row
}

/** Every agent of an owner. */
export function listAgentsOf(db: Database, userId: string): Promise<AgentRow[]> {
  return db.select().from(agents).where(eq(agents.userId, userId)).orderBy(agents.id)
}

export async function findAgentByWallet(db: Database, address: `0x${string}`): Promise<AgentRow | undefined> {
  const [row] = await db.select().from(agents).where(eq(agents.walletAddress, address))
  return row
}

/** The agent whose runtime signs with this key now. */
export async function findAgentByKey(db: Database, key: `0x${string}`): Promise<AgentRow | undefined> {
  const [row] = await db.select().from(agents).where(eq(agents.authorisedKey, key))
  return row
}

/**
 * Holds the agent's row until the transaction ends, so that work and withdrawals are decided one after the other.
 * Rows that merely refer to the agent can still be written.
 */
export async function lockAgent(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`select 1 from agents where id = ${id} for no key update`)
}

type AgentFacts = Partial<
  AgentLimits &
    Pick<
      AgentRow,
      | 'name'
      | 'publicName'
      | 'providerWalletId'
      | 'walletAddress'
      | 'authorisedKey'
      | 'qualifiedAt'
      | 'qualificationLostAt'
      | 'disqualifiedFor'
    >
>

export async function noteAgent(tx: Transaction, id: string, facts: AgentFacts): Promise<void> {
  await tx
    .update(agents)
    .set({ ...facts, updatedAt: sql`now()` })
    .where(eq(agents.id, id))
}

/** The owner's change; undefined when the version or the state is another one by now. */
export async function changeAgent(
  tx: Transaction,
  row: Pick<AgentRow, 'id' | 'version' | 'state'>,
  change: AgentFacts & { state?: AgentState },
): Promise<AgentRow | undefined> {
  const [changed] = await tx
    .update(agents)
    .set({ ...change, version: sql`${agents.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(agents.id, row.id), eq(agents.version, row.version), eq(agents.state, row.state)))
    .returning()
  return changed
}

/** One guarded move; undefined when the agent is in another state by now. */
export async function moveAgent(
  tx: Transaction,
  id: string,
  from: readonly AgentState[],
  to: AgentState,
): Promise<AgentRow | undefined> {
  const [moved] = await tx
    .update(agents)
    .set({
      state: to,
      version: sql`${agents.version} + 1`,
      updatedAt: sql`now()`,
      // A new agent joins the rotation at its tail.
      ...(to === 'ACTIVE' && { lastOfferedAt: sql`coalesce(${agents.lastOfferedAt}, now())` }),
    })
    .where(and(eq(agents.id, id), inArray(agents.state, [...from])))
    .returning()
  return moved
}

/** Takes the agent out of work; false when it is out of work already. */
export async function markSuspended(tx: Transaction, id: string, because: string): Promise<boolean> {
  const rows = await tx
    .update(agents)
    .set({ suspendedBecause: because, version: sql`${agents.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(agents.id, id), isNull(agents.suspendedBecause), ne(agents.state, 'SUSPENDED')))
    .returning({ id: agents.id })
  return rows.length > 0
}

/** Undoes the same; false when there is nothing to undo. */
export async function markRestored(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(agents)
    .set({ suspendedBecause: null, version: sql`${agents.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(agents.id, id), isNotNull(agents.suspendedBecause)))
    .returning({ id: agents.id })
  return rows.length > 0
}

export async function noteOffered(tx: Transaction, id: string): Promise<void> {
  await tx.update(agents).set({ lastOfferedAt: sql`now()` }).where(eq(agents.id, id))
}

/** Offers nothing to the agent for a while. */
export async function restAgent(tx: Transaction, id: string, seconds: number): Promise<void> {
  await tx
    .update(agents)
    .set({ restingUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(agents.id, id))
}

export function listSteps(db: Database, agentIds: readonly string[]): Promise<StepRow[]> {
  if (agentIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(agentSteps)
    .where(sql`${agentSteps.agentId} = any(${sql.param([...agentIds])}::uuid[])`)
    .orderBy(agentSteps.agentId)
}

type StepChange = { state?: StepState; detail?: string | null; isNewAttempt?: boolean; isLookedAt?: boolean }

/** Notes how far a step is; undefined when it is done, which it then stays. */
export async function changeStep(
  tx: Transaction,
  agentId: string,
  step: ProvisioningStep,
  change: StepChange,
): Promise<StepRow | undefined> {
  const [row] = await tx
    .update(agentSteps)
    .set({
      ...(change.state && { state: change.state, doneAt: change.state === 'DONE' ? sql`now()` : null }),
      ...(change.detail !== undefined && { detail: change.detail }),
      ...(change.isNewAttempt && { attempts: sql`${agentSteps.attempts} + 1` }),
      ...(change.isLookedAt && { lookedAt: sql`now()` }),
    })
    .where(and(eq(agentSteps.agentId, agentId), eq(agentSteps.step, step), ne(agentSteps.state, 'DONE')))
    .returning()
  return row
}

/** Puts a step back, done or not. */
export async function resetStep(
  tx: Transaction,
  agentId: string,
  step: ProvisioningStep,
  change: { state: 'PENDING' | 'FAILED'; detail?: string },
): Promise<void> {
  await tx
    .update(agentSteps)
    .set({ ...change, doneAt: null })
    .where(and(eq(agentSteps.agentId, agentId), eq(agentSteps.step, step)))
}

/** Agents with a step that can go on without their owner, those first that were looked at longest ago, or never. */
export async function listAgentsToContinue(db: Database, seconds: number, limit: number): Promise<string[]> {
  const lookedAt = sql`max(${agentSteps.lookedAt})`
  const rows = await db
    .select({ id: agentSteps.agentId })
    .from(agentSteps)
    .where(
      and(
        inArray(agentSteps.state, ['PENDING', 'RUNNING', 'WAITING']),
        sql`not exists (select 1 from agent_steps other where other.agent_id = ${agentSteps.agentId}
          and other.state = 'FAILED')`,
        sql`not exists (select 1 from agent_steps first where first.agent_id = ${agentSteps.agentId}
          and first.step = 'RUNTIME' and first.state <> 'DONE' and first.attempts > 0
          and not exists (select 1 from pairings p where p.agent_id = first.agent_id and p.state = 'PENDING'))`,
      ),
    )
    .groupBy(agentSteps.agentId)
    .having(sql`coalesce(${lookedAt} < now() - make_interval(secs => ${seconds}), true)`)
    .orderBy(sql`${lookedAt} asc nulls first`, agentSteps.agentId)
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Whether the database knows the time zone by this very name; it would fail on any other. */
export async function isKnownTimeZone(db: Database, name: string): Promise<boolean> {
  const rows = await db.execute(sql`select 1 from pg_timezone_names where name = ${name}`)
  return rows.length > 0
}

type Turn = { after: string; limit: number }

/** Whether an id comes after that one; all do after the empty one. */
const isAfter = (after: string) => (after === '' ? undefined : gt(agents.id, after))

/** Agents whose qualification is older than so many seconds, by their ids. */
export function listAgentsToRequalify(
  db: Database,
  { seconds, after, limit }: Turn & { seconds: number },
): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(
      and(
        inArray(agents.state, ['ACTIVE', 'PAUSED']),
        sql`${agents.qualifiedAt} < now() - make_interval(secs => ${seconds})`,
        isAfter(after),
      ),
    )
    .orderBy(agents.id)
    .limit(limit)
}

/** Disqualified agents for which no revocation is done or under way, by their ids. */
export function listAgentsToRevoke(
  db: Database,
  { after, limit }: Turn,
): Promise<Pick<AgentRow, 'id' | 'walletAddress' | 'disqualifiedFor'>[]> {
  return db
    .select({ id: agents.id, walletAddress: agents.walletAddress, disqualifiedFor: agents.disqualifiedFor })
    .from(agents)
    .where(
      and(
        isNotNull(agents.disqualifiedFor),
        sql`not exists (select 1 from operator_calls c where c.purpose = 'REVOCATION'
          and c.subject in (${agents.id}::text, ${agents.id} || '/' || ${agents.disqualifiedFor}) and c.state <> 'FAILED')`,
        isAfter(after),
      ),
    )
    .orderBy(agents.id)
    .limit(limit)
}
