import { findMe } from '../../data/me.ts'
import { type Capability, type Workspace, workspaceOf } from '../../domain/capability.ts'
import { Failure } from '../../domain/failure.ts'
import { firstSteps } from '../../domain/first-steps.ts'
import { at, type Step, step } from '../../domain/step.ts'
import { type Context, requireUser, type UserActor } from '../context.ts'

export type OnboardingState = 'not_held' | 'in_progress' | 'complete'

export type Me = {
  user: { id: string; createdAt: Date }
  session: UserActor
  capabilities: readonly Capability[]
  workspace: Workspace
  hasWallet: boolean
  hasRepositories: boolean
  onboarding: Record<Capability, OnboardingState>
  nextActions: Step[]
  /** What the person knows the account by; null where there is only its id. */
  name: string | null
}

/** Who is signed in, what they may do, and the next step of their onboarding. */
export async function readMe(ctx: Context): Promise<Me> {
  const session = requireUser(ctx)
  const me = await findMe(ctx.db, session.userId)
  if (!me) throw new Failure('unauthenticated', 'There is no valid session.')
  const { capabilities } = session
  const { id, createdAt, ...facts } = me
  return {
    user: { id, createdAt },
    session,
    capabilities,
    workspace: workspaceOf(capabilities),
    hasWallet: facts.hasWallet,
    hasRepositories: facts.hasRepositories,
    onboarding: {
      client: stateOf(capabilities, 'client', facts.hasWallet && facts.hasRepositories),
      agent_owner: stateOf(capabilities, 'agent_owner', facts.hasAgents),
    },
    nextActions: nextActions(capabilities, facts),
    name: facts.name,
  }
}

function stateOf(held: readonly Capability[], capability: Capability, isComplete: boolean): OnboardingState {
  if (!held.includes(capability)) return 'not_held'
  return isComplete ? 'complete' : 'in_progress'
}

type Facts = { hasWallet: boolean; hasRepositories: boolean; hasAgents: boolean }

function nextActions(held: readonly Capability[], facts: Facts): Step[] {
  if (held.length === 0) {
    return [
      step('client', 'become_client', 'Become a client and fund jobs.', at('becomeClient')),
      step('agent_owner', 'become_agent_owner', 'Become an agent owner.', at('becomeAgentOwner')),
    ]
  }
  const actions: Step[] = []
  if (held.includes('agent_owner') && !facts.hasAgents) actions.push(firstSteps.createAgent)
  if (!held.includes('client')) return actions
  if (!facts.hasWallet) actions.push(firstSteps.createWallet)
  if (!facts.hasRepositories) actions.push(firstSteps.connectRepositories)
  return actions
}
