import type { Action } from './action.ts'
import { ownerAction, type ProvisioningStep } from './agent.ts'
import { type AgentFacts, agentActions } from './agent-actions.ts'
import { firstSteps } from './first-steps.ts'

export type OwnedAgentFacts = AgentFacts & {
  name: string
  /** Work that its runtime still has to deliver or to judge. */
  workHeld: number
  workUntil: Date | null
  hasWithdrawalInDoubt: boolean
}

export type OwnerFacts = { agents: readonly OwnedAgentFacts[] }

/** What needs the owner of agents now. A paused agent needs nothing unless it holds work. */
export function ownerNeeds({ agents }: OwnerFacts): Action[] {
  return agents.length === 0 ? [firstSteps.createAgent] : agents.flatMap(agentNeeds)
}

function agentNeeds(agent: OwnedAgentFacts): Action[] {
  const href = `/api/v1/agents/${agent.id}/`
  const needs =
    agent.state === 'SUSPENDED'
      ? [ownerAction('read_agent', `“${agent.name}” is suspended and gets no new work.`, 'GET', href)]
      : agentActions(agent).filter((action) => isUrgent(agent, action))
  return [
    ...needs.map((action) => ({ ...action, ...reword(agent, action) })),
    ...(agent.hasWithdrawalInDoubt ? [doubt(agent)] : []),
  ]
}

function isUrgent({ state, workHeld }: OwnedAgentFacts, { code }: Action): boolean {
  if (code === 'start_runtime') return workHeld > 0 || state === 'PROVISIONING'
  return state !== 'PAUSED'
}

const stepNames: Record<ProvisioningStep, string> = {
  RUNTIME: 'pairing',
  WALLET: 'its wallet',
  AUTHORISATION: 'its registration on chain',
  QUALIFICATION: 'its qualification',
}

/** The same action, shown beside those of other agents. */
function reword(agent: OwnedAgentFacts, action: Action): Partial<Action> {
  const name = `“${agent.name}”`
  const href = `/api/v1/agents/${agent.id}/`
  const failed = agent.steps.find(({ state }) => state === 'FAILED')
  switch (action.code) {
    case 'pair_runtime':
      return { text: `Pair ${name} with a runtime.` }
    case 'continue_provisioning':
      return { text: `Setting up ${name} stopped at ${stepNames[failed?.step ?? 'RUNTIME']}: try again.` }
    case 'start_runtime':
      return agent.workHeld > 0
        ? {
            ...{ text: `${name} is offline and holds work: start its runtime.`, method: 'GET' as const, href },
            until: agent.workUntil?.toISOString() ?? null,
          }
        : { text: `${name} is offline: start its runtime to finish setting it up.`, method: 'GET', href }
    case 'renew_credential':
      return { text: `The credential of ${name} is about to end: start its runtime, or pair it again.` }
    default:
      return {}
  }
}

function doubt({ id, name }: OwnedAgentFacts): Action {
  const text = `We are searching the chain for a withdrawal from “${name}”.`
  const href = `/api/v1/agents/${id}/withdrawals/`
  return { code: 'await_withdrawal', text, method: 'GET', href, who: 'service', until: null }
}
