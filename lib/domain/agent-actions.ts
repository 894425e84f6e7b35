import type { AgentState, ConnectionState, ProvisioningStep, StepState } from './agent.ts'
import { at, type Step, step } from './step.ts'

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
export function agentActions(facts: AgentFacts): Step[] {
  return [...connectActions(facts), ...(facts.credentialEnd ? [renewal(facts.id, facts.credentialEnd)] : [])]
}

function connectActions({ id, state, steps, connection, isPairing }: AgentFacts): Step[] {
  const pair = step(
    'agent_owner',
    'pair_runtime',
    'Start a runtime, open its console, and enter the pairing token that it shows.',
    at('provisionAgent', { id }),
  )
  if (!isPairing && (connection === 'UNPAIRED' || connection === 'DISCONNECTED')) return [pair]
  const failed = steps.find((step) => step.state === 'FAILED')
  if (failed?.step === 'RUNTIME') return [pair]
  if (failed) return [step('agent_owner', 'continue_provisioning', 'Try again.', at('provisionAgent', { id }))]
  if (connection === 'OFFLINE' || connection === 'STALE')
    return [step('agent_owner', 'start_runtime', 'Start the runtime again; it connects automatically.')]
  const isProvisioned = steps.every((step) => step.state === 'DONE')
  if (state === 'PAUSED' && isProvisioned)
    return [
      { ...step('agent_owner', 'resume', 'Resume the agent.', at('updateAgent', { id })), body: { paused: false } },
    ]
  return []
}

/** A runtime renews its credential on its own while it is up. */
function renewal(id: string, end: Date): Step {
  const text = 'The runtime’s credential was not renewed: start the runtime, or pair it again before it ends.'
  const action = step('agent_owner', 'renew_credential', text, at('provisionAgent', { id }))
  return { ...action, until: end.toISOString() }
}
