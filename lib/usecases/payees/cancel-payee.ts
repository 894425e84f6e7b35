import { Failure } from '../../domain/failure.ts'
import type { Hash } from '../../ports/chain.ts'
import { requireAgent } from '../agents/require-agent.ts'
import type { Context } from '../context.ts'
import { cancellationCall } from './payee-calls.ts'
import { type AgentPayee, viewPayee } from './read-payee.ts'
import { bringToRegistry, readAction, requireKeySignature } from './sign-off.ts'

/** Takes back a payee that waits, by the signature of the agent's key. */
export async function cancelPayee(ctx: Context, input: { id: string; signature: Hash }): Promise<AgentPayee> {
  const { agent } = await requireAgent(ctx, input.id)
  const current = await viewPayee(ctx, agent)
  const { waits, wallet, nonce } = current
  if (!waits)
    throw new Failure('state_conflict', 'No change is waiting, so there is nothing to cancel.', {
      nextActions: [readAction(agent.id)],
    })
  const { signature } = input
  await requireKeySignature(ctx, 'PayeeCancellation', current, { payee: waits.payee, signature })
  const call = cancellationCall(ctx, { agent: wallet, nonce }, signature)
  await bringToRegistry(ctx, wallet, nonce, { agent, payee: waits.payee, call, name: 'agent.payee_cancelled' })
  return viewPayee(ctx, agent)
}
