import { type AgentRow, listAgentsOf, lockAgent, moveAgent } from '../../data/agents.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { blankPersonalRows, deletePersonalRows, listOpenRecords, listOwnAddresses } from '../../data/erasing.ts'
import { recordEvent } from '../../data/events.ts'
import { endPairing, findPendingPairing, markDisconnected } from '../../data/pairings.ts'
import { revokeCredentials } from '../../data/runtime-credentials.ts'
import { eraseProviderId, findUser, lockUser } from '../../data/users.ts'
import { Failure } from '../../domain/failure.ts'
import type { OpenMatter, OpenMoney } from '../../domain/open-matter.ts'
import type { Context } from '../context.ts'
import { recordCredentialEvent } from '../runtime/credential-event.ts'

const reason = 'The account was erased.'

export type Erasure = { deleted: Record<string, number> } | { open: OpenMatter[] }

/**
 * Removes what is personal of an account and keeps what money and the audit trail need: ids, amounts, addresses, hashes
 * and what was funded. Changes nothing while anything is open; `keepsAccount` may leave some of it out. A second time it removes what
 * has come since. Gives how many rows were deleted, by table; the event holds the same and the reason.
 */
export async function eraseRecords(
  ctx: Context,
  input: { id: string; because: string; keepsAccount?: (open: OpenMatter[]) => OpenMatter[] },
): Promise<Erasure> {
  if (!(await findUser(ctx.db, input.id))) throw new Failure('not_found', 'No account has this id.')
  const held = await listHeld(ctx, input.id)
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, input.id)
    if (!user) throw new Failure('not_found', 'No account has this id.')
    const all = [...(await listOpenRecords(tx, user.id)), ...held]
    const open = input.keepsAccount?.(all) ?? all
    if (open.length > 0) return { open }
    for (const agent of await listAgentsOf(tx, user.id)) await retire(ctx, tx, agent)
    const deleted = await deletePersonalRows(tx, user.id)
    await blankPersonalRows(tx, user.id)
    // Ignored because an account that was erased before stays so.
    await eraseProviderId(tx, user)
    const subject = { type: 'user', id: user.id } as const
    const evidence = { because: input.because, deleted }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: null, name: 'user.erased', evidence })
    return { deleted }
  })
}

/** Money that nobody could reach any more after the erasure. */
async function listHeld(ctx: Context, userId: string): Promise<OpenMoney[]> {
  const found = await Promise.all(
    (await listOwnAddresses(ctx.db, userId)).map(async ({ address, ...whose }) => {
      const { units, owed } = await ctx.chain.holdings(address)
      return [
        { kind: 'holds' as const, ...whose, units },
        { kind: 'is_owed' as const, ...whose, units: owed },
      ]
    }),
  )
  return found.flat().filter(({ units }) => units > 0n)
}

/** Cuts off the agent's runtime; what it holds on chain stays there. */
async function retire(ctx: Context, tx: Transaction, agent: AgentRow): Promise<void> {
  await lockAgent(tx, agent.id)
  const pairing = await findPendingPairing(tx, agent.id)
  // Ignored because a pairing that ends at this moment is deleted all the same.
  if (pairing) await endPairing(tx, pairing.id, 'FAILED', reason)
  for (const credential of await revokeCredentials(tx, agent.id))
    await recordCredentialEvent(tx, ctx.actor, agent, 'credential_revoked', credential, reason)
  // Ignored because an agent that is not active gets no work as it is.
  await moveAgent(tx, agent.id, ['ACTIVE'], 'PAUSED')
  if (!(await markDisconnected(tx, agent.id))) return
  const subject = { type: 'agent', id: agent.id } as const
  const change = { name: 'agent.disconnected' as const, evidence: { reason } }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
}
