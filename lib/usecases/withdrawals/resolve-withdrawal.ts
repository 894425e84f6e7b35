import { findAgent } from '../../data/agents.ts'
import { findWithdrawal, isCredited } from '../../data/withdrawals.ts'
import { Failure } from '../../domain/failure.ts'
import { isDoubtful } from '../../domain/withdrawal.ts'
import type { Address, Hash } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { confirm, move } from './move.ts'
import { searchTransfer } from './search-transfer.ts'

/** What an operator found out about a withdrawal in doubt, and how. */
export type Finding = { id: string; transactionHash: Hash | null; because: string }

/**
 * Ends a withdrawal in doubt, or a confirmed one whose transfer the chain took back, on an operator's evidence, which the chain
 * must bear out: the named transaction holds its final transfer, or no final block holds one. Refuses with `state_conflict`
 * otherwise.
 */
export async function resolveWithdrawal(ctx: Context, finding: Finding): Promise<'CONFIRMED' | 'FAILED'> {
  const row = await findWithdrawal(ctx.db, finding.id)
  const agent = row && (await findAgent(ctx.db, row.agentId))
  if (!row || !isDoubtful(row) || !agent?.walletAddress) throw refused('This withdrawal is not in doubt.')
  const evidence = { because: finding.because }
  if (finding.transactionHash) {
    const query = { from: agent.walletAddress, to: row.destination, amount: row.amount }
    const transfer = await readTransfer(ctx, finding.transactionHash, query)
    if (await isCredited(ctx.db, transfer, row)) throw refused('That is the transfer of another withdrawal.')
    if (!(await confirm(ctx, row, transfer, evidence))) throw refused('The withdrawal has ended already.')
    return 'CONFIRMED'
  }
  const search = await searchTransfer(ctx, row, agent.walletAddress)
  if (search.kind === 'unfinished') throw refused('The chain is not searched to its end yet; try again in a minute.')
  if (search.kind === 'unproven') throw refused(`The node does not prove which transfers block ${search.block} holds.`)
  if (search.kind === 'found') throw refused(`It was sent in transaction ${search.transfer.transactionHash}.`)
  if (!(await move(ctx, row, 'FAILED', nothingSent, evidence))) throw refused('The withdrawal has ended already.')
  return 'FAILED'
}

/** The transaction stays known, so that its transfer is found should it come back. */
const nothingSent = {
  failureCode: 'resolved_by_operator',
  failureDetail: 'An operator found that the chain has no such transfer.',
  reconciling: false,
  blockNumber: null,
  blockHash: null,
  logIndex: null,
}

async function readTransfer(
  ctx: Context,
  transactionHash: Hash,
  query: { from: Address; to: Address; amount: bigint },
) {
  const outcome = await ctx.chain.outcome(transactionHash, { event: 'Transfer', ...query }, null)
  if (outcome.kind !== 'done') throw refused('That transaction holds no such transfer of the token.')
  if (!outcome.isFinal) throw refused('The block of that transaction is not final yet.')
  return { transactionHash, ...outcome }
}

function refused(message: string): Failure {
  return new Failure('state_conflict', message)
}
