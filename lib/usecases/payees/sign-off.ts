import { type AgentRow, lockAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { Failure } from '../../domain/failure.ts'
import { registryDomain, typedMessage } from '../../domain/signed-messages.ts'
import { at, step } from '../../domain/step.ts'
import type { Address, Hash } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { intendCall, type WantedCall } from '../operator/call-once.ts'
import { type AgentPayee, listLastCalls } from './read-payee.ts'

/** Refuses a signature that the registry would refuse. */
export async function requireKeySignature(
  ctx: Context,
  name: 'Payee' | 'PayeeCancellation',
  { wallet, key, nonce }: AgentPayee,
  { payee, signature }: { payee: Address; signature: Hash },
): Promise<void> {
  const domain = registryDomain(ctx.chain.chainId, ctx.chain.registry)
  const signer = await ctx.chain.signerOf(typedMessage(name, domain, { agent: wallet, payee, nonce }), signature)
  if (signer === key) return
  const message = `This is not the signature of the agent’s key ${key} over this address and nonce ${nonce}. Copy the command from the agent’s page again, since its nonce changes with each request, and run it on the machine of this agent’s runtime.`
  throw new Failure('invalid_request', message, { errors: [{ pointer: '/signature', message }] })
}

type PayeeChange = {
  agent: AgentRow
  payee: Address
  call: WantedCall
  name: 'agent.payee_requested' | 'agent.payee_cancelled'
}

/**
 * Commits to bringing a signature to the registry. One signature about a nonce is brought, whichever came first; the same
 * one again changes nothing.
 */
export async function bringToRegistry(
  ctx: Context,
  wallet: Address,
  nonce: bigint,
  change: PayeeChange,
): Promise<void> {
  const { agent, payee, call, name } = change
  await inTransaction(ctx.db, async (tx) => {
    await lockAgent(tx, agent.id)
    const live = (await listLastCalls(tx, wallet, nonce)).find(({ state }) => state !== 'FAILED')
    if (live?.calldataHash === call.call.calldataHash) return
    if (live)
      throw new Failure('state_conflict', 'Another change of this agent’s payee is on its way to the registry.', {
        nextActions: [readAction(agent.id)],
      })
    const subject = { type: 'agent', id: agent.id } as const
    const evidence = { agent: wallet, payee, nonce: nonce.toString(), calldata_hash: call.call.calldataHash }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, name, evidence })
    await intendCall(ctx, tx, call)
  })
}

export const readAction = (id: string) =>
  step('agent_owner', 'read_payee', 'See where its earnings go.', at('getAgentPayee', { id }))
