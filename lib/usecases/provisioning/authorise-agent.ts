import { type AgentRow, noteAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findConnectionOfAgent } from '../../data/pairings.ts'
import { findUser } from '../../data/users.ts'
import type { ChainAgent } from '../../ports/chain.ts'
import { requireFollowing } from '../chain/require-following.ts'
import type { WorkerContext } from '../context.ts'
import { callOnce, type WantedCall } from '../operator/call-once.ts'
import type { StepOutcome } from './step.ts'

/**
 * Registers the agent at the escrow with its owner, role and runtime key, or gives it its new key. The chain decides; while
 * the indexer is halted the step waits.
 */
export async function authoriseAgent(ctx: WorkerContext, agent: AgentRow): Promise<StepOutcome> {
  const [connection, user] = await Promise.all([
    findConnectionOfAgent(ctx.db, agent.id),
    findUser(ctx.db, agent.userId),
  ])
  const { walletAddress } = agent
  if (!connection || !user || !walletAddress) return { state: 'WAITING', detail: 'Waiting for runtime and wallet.' }
  const registered = await ctx.chain.agentOf(walletAddress)
  if (registered?.ownerId && registered.ownerId !== user.ownerId)
    return { state: 'FAILED', detail: 'The escrow knows this wallet as another owner’s agent.' }
  if (registered && !registered.isActive)
    return { state: 'FAILED', detail: 'The escrow’s registrar revoked this agent.' }

  const wanted = wantedCall(ctx, agent, { registered, key: connection.key, ownerId: user.ownerId, walletAddress })
  if (wanted) {
    await requireFollowing(ctx)
    const standing = await callOnce(ctx, wanted)
    if (standing.kind === 'failed' && standing.reason.startsWith('KeyAlreadySeen'))
      return {
        state: 'FAILED',
        detail: 'The escrow has seen this runtime’s key before; give the runtime a new identity and pair it again.',
      }
    if (standing.kind === 'failed') return { state: 'WAITING', detail: `The escrow refused: ${standing.reason}` }
    return { state: 'WAITING', detail: 'Waiting for the registration on chain.' }
  }
  await inTransaction(ctx.db, async (tx) => {
    await noteAgent(tx, agent.id, { authorisedKey: connection.key })
    const subject = { type: 'agent', id: agent.id } as const
    const evidence = { agent: walletAddress, key: connection.key, active_from: String(registered?.activeFrom) }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, name: 'agent.authorised', evidence })
  })
  return { state: 'DONE' }
}

type Facts = {
  registered: ChainAgent | undefined
  key: `0x${string}`
  ownerId: `0x${string}`
  walletAddress: `0x${string}`
}

/** The call that is missing; undefined when the contract holds what it should. */
function wantedCall(ctx: WorkerContext, agent: AgentRow, facts: Facts): WantedCall | undefined {
  const { registered, key, ownerId, walletAddress } = facts
  const followUp = { queue: 'provision-agent', data: { agentId: agent.id } } as const
  if (!registered)
    return {
      operator: 'registrar',
      purpose: 'AGENT_REGISTRATION',
      subject: walletAddress,
      call: ctx.chain.encodeRegisterAgent(walletAddress, ownerId, agent.role, key),
      followUp,
    }
  if (registered.key === key) return undefined
  return {
    operator: 'registrar',
    purpose: 'KEY_ROTATION',
    subject: `${walletAddress}/${key}`,
    call: ctx.chain.encodeRotateKey(walletAddress, key),
    followUp,
  }
}
