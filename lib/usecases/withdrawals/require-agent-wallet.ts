import type { AgentRow } from '../../data/agents.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'

/** The address of the agent's wallet, or `wallet_missing` with the way to it: an agent has none before it is paired. */
export function requireAgentWallet({ id, walletAddress }: AgentRow): `0x${string}` {
  if (walletAddress) return walletAddress
  throw new Failure('wallet_missing', 'This agent has no wallet yet; its setup creates it.', {
    nextActions: [step('agent_owner', 'read_agent', 'See what its setup is waiting for.', at('getAgent', { id }))],
  })
}
