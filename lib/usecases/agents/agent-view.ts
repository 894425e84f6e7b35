import { type AgentRow, listSteps, type StepRow } from '#lib/data/agents.ts'
import { type ConnectionRow, findConnectionOfAgent, findPendingPairing, type PairingRow } from '#lib/data/pairings.ts'
import { findEndWithin } from '#lib/data/runtime-credentials.ts'
import { findHeartbeat, type HeartbeatRow } from '#lib/data/runtime-heartbeats.ts'
import type { Action } from '#lib/domain/action.ts'
import {
  type ConnectionState,
  connectionState,
  expiryWarningSeconds,
  ownerAction,
  provisioningSteps,
} from '#lib/domain/agent.ts'
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
    nextActions: [
      ...nextActions(agent, inOrder(steps), state, pairing),
      ...(credentialEnd ? [renewal(agent, credentialEnd)] : []),
    ],
  }
}

function inOrder(steps: StepRow[]): StepRow[] {
  return provisioningSteps.flatMap((name) => steps.find((step) => step.step === name) ?? [])
}

/** A runtime renews its credential by itself while it is up. */
function renewal({ id }: AgentRow, end: Date): Action {
  const text = 'The runtime’s credential was not renewed: start the runtime, or pair it again before it ends.'
  const action = ownerAction('renew_credential', text, 'POST', `/api/v1/agents/${id}/provision/`)
  return { ...action, until: end.toISOString() }
}

function nextActions(
  agent: AgentRow,
  steps: StepRow[],
  connection: ConnectionState,
  pairing: PairingRow | undefined,
): Action[] {
  const href = `/api/v1/agents/${agent.id}/`
  const pair = ownerAction(
    'pair_runtime',
    'Start a runtime, open its console, and give the pairing token that it shows.',
    'POST',
    `${href}provision/`,
  )
  if (!pairing && (connection === 'UNPAIRED' || connection === 'DISCONNECTED')) return [pair]
  const failed = steps.find((step) => step.state === 'FAILED')
  if (failed?.step === 'RUNTIME') return [pair]
  if (failed) return [ownerAction('continue_provisioning', 'Try again.', 'POST', `${href}provision/`)]
  if (connection === 'OFFLINE' || connection === 'STALE')
    return [ownerAction('start_runtime', 'Start the runtime again; it connects by itself.')]
  if (agent.state === 'PAUSED') return [ownerAction('resume', 'Resume the agent.', 'PATCH', href)]
  return []
}
