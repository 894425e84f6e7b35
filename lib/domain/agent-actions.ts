import type { Action } from './action.ts'
import { type AgentState, type ConnectionState, ownerAction, type ProvisioningStep, type StepState } from './agent.ts'

export type AgentFacts = {
  id: string
  state: AgentState
  /** In the order in which they are done. */
  steps: readonly { step: ProvisioningStep; state: StepState }[]
  connection: ConnectionState
  isPairing: boolean
  /** When the runtime's credential ends, once that is near. */
  credentialEnd: Date | null
}

/** What the owner can do next about an agent. */
export function agentActions(facts: AgentFacts): Action[] {
  return [...connectActions(facts), ...(facts.credentialEnd ? [renewal(facts.id, facts.credentialEnd)] : [])]
}

function connectActions({ id, state, steps, connection, isPairing }: AgentFacts): Action[] {
  const href = `/api/v1/agents/${id}/`
  const pair = ownerAction(
    'pair_runtime',
    'Start a runtime, open its console, and give the pairing token that it shows.',
    'POST',
    `${href}provision/`,
  )
  if (!isPairing && (connection === 'UNPAIRED' || connection === 'DISCONNECTED')) return [pair]
  const failed = steps.find((step) => step.state === 'FAILED')
  if (failed?.step === 'RUNTIME') return [pair]
  if (failed) return [ownerAction('continue_provisioning', 'Try again.', 'POST', `${href}provision/`)]
  if (connection === 'OFFLINE' || connection === 'STALE')
    return [ownerAction('start_runtime', 'Start the runtime again; it connects by itself.')]
  const isProvisioned = steps.every((step) => step.state === 'DONE')
  if (state === 'PAUSED' && isProvisioned)
    return [{ ...ownerAction('resume', 'Resume the agent.', 'PATCH', href), body: { paused: false } }]
  return []
}

/** A runtime renews its credential on its own while it is up. */
function renewal(id: string, end: Date): Action {
  const text = 'The runtime’s credential was not renewed: start the runtime, or pair it again before it ends.'
  const action = ownerAction('renew_credential', text, 'POST', `/api/v1/agents/${id}/provision/`)
  return { ...action, until: end.toISOString() }
}
