import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  agentSteps,
  agents,
  agentWakeups,
  pairings,
  runtimeConnections,
  runtimeCredentials,
  runtimeKeys,
} from '#drizzle/schema/agents.ts'
import type { Transaction } from './database.ts'

/**
 * Deletes an agent that no runtime has ever proved a key for, with its attempts to pair. False when a runtime has, or may
 * still, since a pairing is under way; nothing is deleted then. False for an agent that is gone, too.
 */
export async function deleteUnpairedAgent(tx: Transaction, id: string): Promise<boolean> {
  // Until this transaction ends, nothing can be written that refers to the agent.
  await tx.execute(sql`select 1 from agents where id = ${id} for update`)
  const [unpaired] = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(
      and(
        eq(agents.id, id),
        isNull(agents.providerWalletId),
        isNull(agents.walletAddress),
        sql`not exists (select 1 from ${runtimeKeys} where agent_id = ${id})`,
        sql`not exists (select 1 from ${runtimeConnections} where agent_id = ${id})`,
        sql`not exists (select 1 from ${pairings} where agent_id = ${id} and state = 'PENDING')`,
        sql`not exists (select 1 from ${runtimeCredentials} where agent_id = ${id}
          and (activated_at is not null or state <> 'REVOKED'))`,
      ),
    )
  if (!unpaired) return false
  await tx.delete(runtimeCredentials).where(eq(runtimeCredentials.agentId, id))
  await tx.delete(pairings).where(eq(pairings.agentId, id))
  await tx.delete(agentSteps).where(eq(agentSteps.agentId, id))
  await tx.delete(agentWakeups).where(eq(agentWakeups.agentId, id))
  await tx.delete(agents).where(eq(agents.id, id))
  return true
}
