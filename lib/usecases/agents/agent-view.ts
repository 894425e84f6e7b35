import { type AgentFacts, findAgentFacts, listAgentFacts } from '../../data/agent-facts.ts'
import { type AgentRow, listSteps, type StepRow } from '../../data/agents.ts'
import type { ConnectionRow } from '../../data/pairings.ts'
import type { HeartbeatRow } from '../../data/runtime-heartbeats.ts'
import {
  type ConnectionState,
  connectionState,
  expiryWarningSeconds,
  provisioningSteps,
  shownState,
} from '../../domain/agent.ts'
import { agentActions } from '../../domain/agent-actions.ts'
import { Failure } from '../../domain/failure.ts'
import type { Step } from '../../domain/step.ts'
import type { Context } from '../context.ts'

export type AgentView = {
  agent: AgentRow
  steps: StepRow[]
  connection: ConnectionRow | undefined
  heartbeat: HeartbeatRow | undefined
  connectionState: ConnectionState
  nextActions: Step[]
}

/** An agent with its steps, its connection and what its owner can do next. */
export async function viewAgent(ctx: Context, agent: AgentRow): Promise<AgentView> {
  const [steps, facts] = await Promise.all([
    listSteps(ctx.db, [agent.id]),
    findAgentFacts(ctx.db, agent, expiryWarningSeconds),
  ])
  if (!facts) throw new Failure('not_found', 'There is no such agent.')
  return toView({ ...facts, agent }, steps)
}

/** The same of the owner's agents, newest first, with one more than `limit` if there is one. */
export async function viewAgents(
  ctx: Context,
  filter: { userId: string; before?: string; limit: number },
): Promise<AgentView[]> {
  const { limit } = filter
  const rows = await listAgentFacts(ctx.db, { ...filter, limit: limit + 1, soonSeconds: expiryWarningSeconds })
  const steps = await listSteps(
    ctx.db,
    rows.map(({ agent }) => agent.id),
  )
  const byAgent = Map.groupBy(steps, ({ agentId }) => agentId)
  return rows.map((row) => toView(row, byAgent.get(row.agent.id) ?? []))
}

function toView({ agent, silentSeconds, pairingId, credentialEnd, ...facts }: AgentFacts, steps: StepRow[]): AgentView {
  const connection = facts.connection ?? undefined
  const heartbeat = facts.heartbeat ?? undefined
  const isPairing = pairingId !== null
  const state = connectionState({
    isPaired: connection !== undefined,
    isPairing,
    isDisconnected: connection !== undefined && connection.disconnectedAt !== null,
    silentSeconds: heartbeat && connection && heartbeat.at >= connection.pairedAt ? silentSeconds : null,
    heartbeatSeconds: (heartbeat?.intervalMs ?? 30_000) / 1_000,
  })
  const inOrder = provisioningSteps.flatMap((name) => steps.find(({ step }) => step === name) ?? [])
  return {
    agent,
    steps: inOrder,
    connection,
    heartbeat,
    connectionState: state,
    nextActions: agentActions({
      id: agent.id,
      state: shownState(agent),
      steps: inOrder,
      connection: state,
      isPairing,
      credentialEnd,
    }),
  }
}
