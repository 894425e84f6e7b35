import { type AgentRow, changeAgent, listSteps } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type AgentLimits, type AgentState, shownState } from '../../domain/agent.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { Context } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { assertHours } from './assert-hours.ts'
import { requireAgent } from './require-agent.ts'
import { withNetworks } from './with-networks.ts'

export type AgentChange = {
  id: string
  name?: string
  publicName?: string | null
  paused?: boolean
  limits: Partial<AgentLimits>
  version?: number
  /** From If-Match; a stale one is a failed precondition. */
  ifMatch: number | 'any' | null
}

/** Changes what the owner may: the name, the limits, and whether the agent takes new work. */
export async function updateAgent(ctx: Context, input: AgentChange): Promise<AgentView> {
  const { user, agent } = await requireAgent(ctx, input.id)
  const expected = input.ifMatch ?? input.version ?? 'any'
  if (expected !== 'any' && expected !== agent.version) {
    const code = input.ifMatch === null ? 'stale_version' : 'precondition_failed'
    throw staleAgent(code, agent.id, `The agent has changed and is now at version ${agent.version}.`)
  }
  await assertHours(ctx, input.limits)
  const limits = withNetworks(ctx, input.limits)
  const state = nextState(agent, input.paused)
  if (state === 'ACTIVE' && agent.state === 'PAUSED') await requireProvisioned(ctx, agent.id)
  const changed = await inTransaction(ctx.db, async (tx) => {
    const row = await changeAgent(tx, agent, {
      ...(input.name !== undefined && { name: input.name }),
      ...(input.publicName !== undefined && { publicName: input.publicName }),
      ...limits,
      ...(state !== agent.state && { state }),
    })
    if (!row) throw staleAgent('stale_version', agent.id, 'Another request changed the agent at the same moment.')
    const subject = { type: 'agent', id: agent.id } as const
    const change = {
      name: 'agent.changed' as const,
      from: agent.state,
      to: row.state,
      evidence: { version: row.version },
    }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, ...change })
    return row
  })
  return viewAgent(ctx, changed)
}

function staleAgent(code: 'stale_version' | 'precondition_failed', id: string, message: string): Failure {
  return new Failure(code, message, {
    nextActions: [
      step('agent_owner', 'read_agent', 'Read the agent and apply the change again.', at('getAgent', { id })),
    ],
  })
}

function nextState(agent: AgentRow, paused: boolean | undefined): AgentState {
  if (paused === undefined) return agent.state
  const state = shownState(agent)
  if ((paused && state === 'PAUSED') || (!paused && state === 'ACTIVE')) return state
  if (paused && state === 'ACTIVE') return 'PAUSED'
  if (!paused && state === 'PAUSED') return 'ACTIVE'
  throw new Failure('state_conflict', `An agent that is ${state} cannot be ${paused ? 'paused' : 'resumed'}.`)
}

async function requireProvisioned(ctx: Context, agentId: string): Promise<void> {
  const steps = await listSteps(ctx.db, [agentId])
  if (steps.every((step) => step.state === 'DONE')) return
  throw new Failure('state_conflict', 'The agent’s setup must be finished before it can resume.')
}
