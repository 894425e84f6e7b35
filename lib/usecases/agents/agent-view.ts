import { type AgentRow, listSteps, type StepRow } from '#lib/data/agents.ts'
import { type ConnectionRow, findConnectionOfAgent, findPendingPairing } from '#lib/data/pairings.ts'
import { findEndWithin } from '#lib/data/runtime-credentials.ts'
import { findHeartbeat, type HeartbeatRow } from '#lib/data/runtime-heartbeats.ts'
import type { Action } from '#lib/domain/action.ts'
import { type ConnectionState, connectionState, expiryWarningSeconds, provisioningSteps } from '#lib/domain/agent.ts'
import { agentActions } from '#lib/domain/agent-actions.ts'
import type { Context } from '../context.ts'

export type AgentView = {
  agent: AgentRow
  steps: StepRow[]
  connection: ConnectionRow | undefined
  heartbeat: (HeartbeatRow & { age: number }) | undefined
  connectionState: ConnectionState
  nextActions: Action[]
}

/** An agent with its steps, its connection and what its owner can do next. */
export async function viewAgent(ctx: Context, agent: AgentRow): Promise<AgentView> {
  const [steps, connection, heartbeat, pairing, credentialEnd] = await Promise.all([
    listSteps(ctx.db, [agent.id]),
    findConnectionOfAgent(ctx.db, agent.id),
    findHeartbeat(ctx.db, agent.id),
    findPendingPairing(ctx.db, agent.id),
    findEndWithin(ctx.db, agent.id, expiryWarningSeconds),
  ])
  const state = connectionState({
    isPaired: connection !== undefined,
    isPairing: pairing !== undefined,
    isDisconnected: connection !== undefined && connection.disconnectedAt !== null,
    heartbeatAge: heartbeat && connection && heartbeat.at >= connection.pairedAt ? heartbeat.age : null,
    heartbeatSeconds: (heartbeat?.intervalMs ?? 30_000) / 1_000,
  })
  return {
    agent,
    steps: inOrder(steps),
    connection,
    heartbeat,
    connectionState: state,
    nextActions: agentActions({
      ...{ id: agent.id, state: agent.state, steps: inOrder(steps), connection: state },
      isPairing: pairing !== undefined,
      credentialEnd: credentialEnd ?? null,
    }),
  }
}

function inOrder(steps: StepRow[]): StepRow[] {
  return provisioningSteps.flatMap((name) => steps.find((step) => step.step === name) ?? [])
}
