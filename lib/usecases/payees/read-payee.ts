import type { AgentRow } from '../../data/agents.ts'
import type { Database } from '../../data/database.ts'
import { listCallsFor, type OperatorCallRow } from '../../data/operator-calls.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { Address, ChainPayee } from '../../ports/chain.ts'
import { requireAgent } from '../agents/require-agent.ts'
import type { Context } from '../context.ts'
import { requireAgentWallet } from '../withdrawals/require-agent-wallet.ts'

/** `wallet` is the agent's own address, `key` the one that signs for it, under the domain of chain and registry. */
export type AgentPayee = ChainPayee & {
  chainId: number
  registry: Address
  wallet: Address
  key: Address
  /** The payee that the registry is being sent. */
  isUnderWay: boolean
  /** Why the registry did not take the last request or cancellation. */
  refusal: string | null
}

/** Where an agent's later earnings go, by the registry itself. */
export async function readPayee(ctx: Context, input: { id: string }): Promise<AgentPayee> {
  const { agent } = await requireAgent(ctx, input.id)
  return viewPayee(ctx, agent)
}

export async function viewPayee(ctx: Context, agent: AgentRow): Promise<AgentPayee> {
  const wallet = requireAgentWallet(agent)
  const [registered, onChain] = await Promise.all([ctx.chain.agentOf(wallet), ctx.chain.payee(wallet)])
  if (!registered)
    throw new Failure('state_conflict', 'The agent is not registered on chain yet.', {
      nextActions: [
        step('agent_owner', 'read_agent', 'See what its setup is waiting for.', at('getAgent', { id: agent.id })),
      ],
    })
  const [last] = await listLastCalls(ctx.db, wallet, onChain.nonce)
  const { chainId, registry } = ctx.chain
  return { ...onChain, chainId, registry, wallet, key: registered.key, ...standingOf(last) }
}

function standingOf(last: OperatorCallRow | undefined): Pick<AgentPayee, 'isUnderWay' | 'refusal'> {
  if (!last) return { isUnderWay: false, refusal: null }
  return { isUnderWay: last.state !== 'FAILED', refusal: last.state === 'FAILED' ? last.failure : null }
}

/** Calls that carry the signature which the registry waits for, newest first. */
export async function listLastCalls(db: Database, wallet: Address, nonce: bigint): Promise<OperatorCallRow[]> {
  const subject = `${wallet}/${nonce}`
  const [requests, cancellations] = await Promise.all([
    listCallsFor(db, 'PAYEE_REQUEST', subject),
    listCallsFor(db, 'PAYEE_CANCELLATION', subject),
  ])
  return [...requests, ...cancellations].toSorted((a, b) => (a.id < b.id ? 1 : -1))
}
