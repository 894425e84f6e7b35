import { findUser } from '../../data/users.ts'
import { Failure } from '../../domain/failure.ts'
import type { Address, Hash } from '../../ports/chain.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { type Context, requireRecentSignIn, type UserActor } from '../context.ts'
import { parseReceiver, refuseReceiver } from '../withdrawals/parse-receiver.ts'
import { requestCall } from './payee-calls.ts'
import { type AgentPayee, viewPayee } from './read-payee.ts'
import { bringToRegistry, readAction, requireKeySignature } from './sign-off.ts'

export type NewPayee = { id: string; payee: string; signature: Hash }

/**
 * Asks the registry to pay the agent's later earnings to another address, by the signature of its key. It takes effect
 * after the registry's delay; the agent's own address undoes it.
 */
export async function requestPayee(ctx: Context, input: NewPayee): Promise<AgentPayee> {
  const { user, agent } = await requireAgent(ctx, input.id)
  requireRecentSignIn(user)
  const current = await viewPayee(ctx, agent)
  const payee = await requirePayee(ctx, user, current.wallet, input.payee)
  if (payee === (current.waits?.payee ?? current.payee))
    throw new Failure(
      'state_conflict',
      'The earnings of this agent already go to this address, or will once its change takes effect.',
      {
        nextActions: [readAction(agent.id)],
      },
    )
  const { signature } = input
  await requireKeySignature(ctx, 'Payee', current, { payee, signature })
  const call = requestCall(ctx, { agent: current.wallet, nonce: current.nonce }, payee, signature)
  await bringToRegistry(ctx, current.wallet, current.nonce, { agent, payee, call, name: 'agent.payee_requested' })
  return viewPayee(ctx, agent)
}

/** An address that can receive the token and that is nobody else's here; the registry and the escrow refuse the same. */
async function requirePayee(ctx: Context, user: UserActor, wallet: Address, text: string): Promise<Address> {
  const payee = parseReceiver(ctx, '/payee', text)
  if (payee === wallet) return payee
  const [owner, agent, person] = await Promise.all([
    ctx.chain.ownerOf(payee),
    ctx.chain.agentOf(payee),
    findUser(ctx.db, user.userId),
  ])
  const isForeign = (ownerId: Hash | undefined) => ownerId && BigInt(ownerId) !== 0n && ownerId !== person?.ownerId
  if (isForeign(owner) || isForeign(agent?.ownerId))
    throw refuseReceiver('/payee', 'This wallet belongs to another account here. Use an address of your own.')
  return payee
}
