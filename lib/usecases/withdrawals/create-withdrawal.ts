import { type AgentRow, lockAgent } from '../../data/agents.ts'
import { type Database, inTransaction, isUniqueViolation, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { holdsWork } from '../../data/live-work.ts'
import {
  bookDestination,
  findLiveWithdrawal,
  findWithdrawalByRequest,
  insertWithdrawal,
  readWithdrawalMark,
  type WithdrawalRow,
} from '../../data/withdrawals.ts'
import { Failure } from '../../domain/failure.ts'
import { amountText, formatAmount } from '../../domain/money.ts'
import { at, step } from '../../domain/step.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { requireFollowing } from '../chain/require-following.ts'
import { type Context, requireRecentSignIn } from '../context.ts'
import { parseReceiver, refuseReceiver } from './parse-receiver.ts'
import { requireAgentWallet } from './require-agent-wallet.ts'

/** `requestKey` is the caller's word that requests are one and the same. */
export type NewWithdrawal = { id: string; requestKey: string | null; amount: bigint; destination: string }

/**
 * Commits to paying out of the agent's wallet; the worker program asks the provider afterwards. Of any number of
 * concurrent requests one wins, and none is made while the agent holds work. A request that is repeated, however much later,
 * gives the withdrawal that it made.
 */
export async function createWithdrawal(ctx: Context, input: NewWithdrawal): Promise<WithdrawalRow> {
  const { user, agent } = await requireAgent(ctx, input.id)
  const made = await findMade(ctx.db, agent, input)
  if (made) return made
  requireRecentSignIn(user)
  await requireFollowing(ctx)
  const wallet = requireAgentWallet(agent)
  const destination = requireDestination(ctx, wallet, input.destination)
  // Before the balance, which one under way may have lowered already.
  if (await findLiveWithdrawal(ctx.db, agent.id)) throw await pending(ctx.db, agent.id)
  const mark = await readWithdrawalMark(ctx.db, agent.id)
  const { units } = await ctx.chain.balance(wallet)
  // Newer blocks may be replaced by lower ones, which would then be searched by nobody.
  const searchFrom = (await ctx.chain.finalBlock()).number + 1n
  if (input.amount <= 0n || input.amount > units)
    throw new Failure('earnings_insufficient', `The wallet holds ${amountText(units)}.`, {
      nextActions: [step('agent_owner', 'read_wallet', 'Read the balance.', at('getAgentWallet', { id: agent.id }))],
    })
  const usable = await inTransaction(ctx.db, (tx) =>
    bookDestination(tx, {
      userId: user.userId,
      address: destination,
      delaySeconds: ctx.settings.withdrawalDelaySeconds,
    }),
  )
  if (!usable.isUsable)
    throw new Failure('destination_waiting', `This address can be used from ${usable.usableAt.toISOString()} on.`, {
      nextActions: [
        {
          code: 'wait_for_destination',
          text: 'Repeat the request then.',
          who: 'agent_owner',
          until: usable.usableAt.toISOString(),
        },
      ],
    })
  try {
    return await inTransaction(ctx.db, (tx) => intend(ctx, tx, agent, mark, { ...input, destination, searchFrom }))
  } catch (error) {
    if (isUniqueViolation(error, 'withdrawals_one_live')) throw await pending(ctx.db, agent.id)
    throw error
  }
}

/** The withdrawal that this very request made, when its answer may have been lost. */
async function findMade(db: Database, agent: AgentRow, wanted: NewWithdrawal): Promise<WithdrawalRow | undefined> {
  const made =
    wanted.requestKey === null ? undefined : await findWithdrawalByRequest(db, agent.userId, wanted.requestKey)
  if (!made) return undefined
  const isSame = made.agentId === agent.id && made.amount === wanted.amount
  if (isSame && made.destination === wanted.destination.toLowerCase()) return made
  throw new Failure('idempotency_mismatch', 'This Idempotency-Key was used for another withdrawal; use a fresh one.')
}

function requireDestination(ctx: Context, wallet: `0x${string}`, text: string): `0x${string}` {
  const destination = parseReceiver(ctx, '/destination', text)
  if (destination === wallet) throw refuseReceiver('/destination', 'This is the agent’s own wallet.')
  return destination
}

type Wanted = NewWithdrawal & { destination: `0x${string}`; searchFrom: bigint }

async function intend(
  ctx: Context,
  tx: Transaction,
  agent: AgentRow,
  mark: string,
  wanted: Wanted,
): Promise<WithdrawalRow> {
  await lockAgent(tx, agent.id)
  const before = await findMade(tx, agent, wanted)
  if (before) return before
  if (await findLiveWithdrawal(tx, agent.id)) throw await pending(tx, agent.id)
  if ((await readWithdrawalMark(tx, agent.id)) !== mark) throw balanceMoved(agent.id)
  if (await holdsWork(tx, agent.id))
    throw new Failure('assignment_active', 'The agent holds work. You can withdraw its earnings when that work ends.', {
      nextActions: [
        step('agent_owner', 'read_work', 'See the work and its deadlines.', at('getRuntimeStatus', { id: agent.id })),
      ],
    })
  const { requestKey, amount, destination, searchFrom } = wanted
  const row = { agentId: agent.id, userId: agent.userId, requestKey, amount, destination, searchFrom }
  const made = await insertWithdrawal(tx, row)
  const subject = { type: 'withdrawal', id: made.id } as const
  const evidence = { agent: agent.id, amount: formatAmount(made.amount), destination: made.destination }
  const change = { name: 'withdrawal.intended' as const, to: made.state, evidence }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
  await ctx.queue.add(tx, { queue: 'follow-withdrawal', data: { withdrawalId: made.id } }, { account: agent.userId })
  return made
}

/** The balance was read before a withdrawal that has ended since, so it says nothing any more. */
function balanceMoved(agentId: string): Failure {
  return new Failure('state_conflict', 'Another withdrawal ended at the same moment.', {
    nextActions: [
      step('agent_owner', 'read_wallet', 'Read the balance, then withdraw.', at('getAgentWallet', { id: agentId })),
    ],
  })
}

async function pending(db: Database, agentId: string): Promise<Failure> {
  const live = await findLiveWithdrawal(db, agentId)
  const what = live ? `A withdrawal of ${amountText(live.amount)} is under way.` : 'A withdrawal is under way.'
  return new Failure('withdrawal_pending', what, {
    nextActions: [
      step('agent_owner', 'follow_withdrawal', 'Follow it to its end.', at('listWithdrawals', { id: agentId })),
    ],
  })
}
