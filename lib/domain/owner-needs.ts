import type { ProvisioningStep } from './agent.ts'
import { type AgentFacts, agentActions } from './agent-actions.ts'
import { firstSteps } from './first-steps.ts'
import { at, type Step, step } from './step.ts'

export type OwnedAgentFacts = AgentFacts & {
  name: string
  /** Work that its runtime still has to deliver or to judge. */
  workHeld: number
  workUntil: Date | null
  hasWithdrawalInDoubt: boolean
}

export type OwnerFacts = { agents: readonly OwnedAgentFacts[] }

/** What needs the owner of agents now. A paused agent needs nothing unless it holds work. */
export function ownerNeeds({ agents }: OwnerFacts): Step[] {
  return agents.length === 0 ? [firstSteps.createAgent] : agents.flatMap(agentNeeds)
}

function agentNeeds(agent: OwnedAgentFacts): Step[] {
  const needs =
    agent.state === 'SUSPENDED'
      ? [
          step(
            'agent_owner',
            'read_agent',
            `“${agent.name}” is suspended and gets no new work.`,
            at('getAgent', { id: agent.id }),
          ),
        ]
      : agentActions(agent).filter((action) => isUrgent(agent, action))
  return [
    ...needs.map((action) => ({ ...action, ...reword(agent, action) })),
    ...(agent.hasWithdrawalInDoubt ? [doubt(agent)] : []),
  ]
}

function isUrgent({ state, workHeld }: OwnedAgentFacts, { code }: Step): boolean {
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
function reword(agent: OwnedAgentFacts, action: Step): Partial<Step> {
  const name = `“${agent.name}”`
  const failed = agent.steps.find(({ state }) => state === 'FAILED')
  switch (action.code) {
    case 'pair_runtime':
      return { text: `Pair ${name} with a runtime.` }
    case 'continue_provisioning':
      return { text: `Setting up ${name} stopped at ${stepNames[failed?.step ?? 'RUNTIME']}: try again.` }
    case 'start_runtime':
      return agent.workHeld > 0
        ? {
            text: `${name} is offline and holds work: start its runtime.`,
            ...at('getAgent', { id: agent.id }),
            until: agent.workUntil?.toISOString() ?? null,
          }
        : {
            text: `${name} is offline: start its runtime to finish setting it up.`,
            ...at('getAgent', { id: agent.id }),
          }
    case 'renew_credential':
      return { text: `The credential of ${name} is about to end: start its runtime, or pair it again.` }
    default:
      return {}
  }
}

function doubt({ id, name }: OwnedAgentFacts): Step {
  const text = `We are searching the chain for a withdrawal from “${name}”.`
  return step('service', 'await_withdrawal', text, at('listWithdrawals', { id }))
}
