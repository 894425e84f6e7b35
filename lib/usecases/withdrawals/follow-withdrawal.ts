import { findAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import {
  claimIntent,
  findWithdrawal,
  isCredited,
  listStaleWithdrawals,
  listUnplacedWithdrawals,
  type WithdrawalRow,
} from '../../data/withdrawals.ts'
import { isFailure } from '../../domain/failure.ts'
import type { Address, MinedTransfer } from '../../ports/chain.ts'
import type { ProviderTransaction } from '../../ports/wallets.ts'
import { isHalted } from '../chain/is-halted.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { confirmUnlessMoved, moveUnlessMoved, type WithdrawalFacts } from './move.ts'
import { placeAgain } from './place-again.ts'
import { searchTransfer } from './search-transfer.ts'

/** Provider states after which a transfer will never be mined. */
const givenUp = new Set(['FAILED', 'DENIED', 'CANCELLED'])

/**
 * Sends an intended withdrawal to the provider under its own key, and follows it until the token's own transfer is final.
 * Safe to repeat: the same key never sends twice. Waits while the indexer is halted.
 */
export async function followWithdrawal(ctx: WorkerContext, input: { withdrawalId: string }): Promise<void> {
  if (await isHalted(ctx)) return
  const row = await findWithdrawal(ctx.db, input.withdrawalId)
  if (row?.state === 'INTENT') await submit(ctx, row)
  if (row?.state === 'SUBMITTED' || row?.state === 'IN_DOUBT') await follow(ctx, row)
  if (row?.state === 'CONFIRMED' && row.reconciling) await placeAgain(ctx, row)
}

/** Looks at every withdrawal that is live, or whose block was rewritten, and that nobody looked at for a while. */
export async function sweepWithdrawals(ctx: WorkerContext): Promise<void> {
  const rows = [...(await listStaleWithdrawals(ctx.db, 1, 50)), ...(await listUnplacedWithdrawals(ctx.db, 50))]
  await sweepRows(rows, {
    nameOf: ({ id }) => id,
    handle: (row) =>
      followWithdrawal(ctx, { withdrawalId: row.id }).catch(async (error: unknown) => {
        // It has had its turn.
        await moveUnlessMoved(ctx, row, row.state, {})
        throw error
      }),
  })
}

async function submit(ctx: WorkerContext, seen: WithdrawalRow): Promise<void> {
  const agent = await findAgent(ctx.db, seen.agentId)
  if (!agent?.providerWalletId || !agent.walletAddress) return
  // One caller at a time asks; from here on the provider may have taken the request, whatever it answers later.
  const row = await inTransaction(ctx.db, (tx) => claimIntent(tx, seen))
  if (!row) return
  const isRepeated = seen.reconciling
  try {
    const { transactionId } = await ctx.agentWallets.transfer({
      walletId: agent.providerWalletId,
      destination: row.destination,
      amount: row.amount,
      refId: row.id,
      idempotencyKey: row.idempotencyKey,
    })
    await moveUnlessMoved(ctx, row, 'SUBMITTED', { providerTransactionId: transactionId, reconciling: false })
  } catch (error) {
    if (!isFailure(error)) throw error
    // The intent stays; the sweeper repeats the very same request.
    if (error.code !== 'provider_refused') return
    const taken = isRepeated
      ? await ctx.agentWallets.findTransfer({ walletId: agent.providerWalletId, refId: row.id })
      : undefined
    if (taken) {
      await moveUnlessMoved(ctx, row, 'SUBMITTED', { providerTransactionId: taken.transactionId, reconciling: false })
      return
    }
    await failUnlessSent(ctx, row, agent.walletAddress, { failureCode: error.code, failureDetail: error.message })
  }
}

async function follow(ctx: WorkerContext, row: WithdrawalRow): Promise<void> {
  const agent = await findAgent(ctx.db, row.agentId)
  if (!row.providerTransactionId || !agent?.walletAddress) return
  const wallet = agent.walletAddress
  const providerTransaction = await ask(ctx, row, row.providerTransactionId)
  const transactionHash = providerTransaction?.transactionHash ?? row.transactionHash
  const facts = { transactionHash, providerState: providerTransaction?.state ?? row.providerState }
  if (!transactionHash) {
    if (providerTransaction && givenUp.has(providerTransaction.state))
      return failUnlessSent(ctx, row, wallet, {
        ...facts,
        failureCode: 'provider_failed',
        failureDetail: providerTransaction.errorReason ?? providerTransaction.state,
      })
    if (isOverdue(row, providerTransaction !== undefined))
      return doubt(ctx, row, wallet, { ...facts, ...providerSilent })
    await moveUnlessMoved(ctx, row, row.state, facts)
    return
  }
  const expected = { event: 'Transfer', from: wallet, to: row.destination, amount: row.amount } as const
  const outcome = await ctx.chain.outcome(transactionHash, expected, null)
  if (outcome.kind === 'done' && outcome.isFinal) {
    await confirmOwn(ctx, row, wallet, { ...facts, transfer: { transactionHash, ...outcome } })
    return
  }
  const missing = outcome.kind === 'pending' && whyMissing(row, providerTransaction)
  if (missing) return doubt(ctx, row, wallet, { ...facts, ...missing })
  if ((outcome.kind !== 'failed' && outcome.kind !== 'absent') || !outcome.isFinal) {
    await moveUnlessMoved(ctx, row, row.state, facts)
    return
  }
  if (providerTransaction && givenUp.has(providerTransaction.state))
    return failUnlessSent(ctx, row, wallet, {
      ...facts,
      failureCode: 'failed_on_chain',
      failureDetail: outcome.reason,
    })
  await doubt(ctx, row, wallet, { ...facts, failureCode: 'unexpected_effect', failureDetail: outcome.reason })
}

/** One that lost its transfer may have got it back from the transaction that the provider names for this one. */
async function confirmOwn(
  ctx: WorkerContext,
  row: WithdrawalRow,
  wallet: Address,
  { transfer, ...facts }: WithdrawalFacts & { transfer: MinedTransfer },
): Promise<void> {
  if (await isCredited(ctx.db, transfer)) await doubt(ctx, row, wallet, { ...facts, ...ofAnother })
  else await confirmUnlessMoved(ctx, row, transfer)
}

/** After an hour without a word of the provider the chain is asked alone. */
async function ask(ctx: WorkerContext, row: WithdrawalRow, id: string): Promise<ProviderTransaction | undefined> {
  try {
    return await ctx.agentWallets.transaction(id)
  } catch (error) {
    if (isFailure(error) && isOverdue(row, true)) return undefined
    throw error
  }
}

const providerSilent = {
  failureCode: 'provider_silent',
  failureDetail: 'The wallet provider has long not reported what happened to the transfer. We’re checking the chain.',
}

const ofAnother = {
  failureCode: 'transfer_of_another',
  failureDetail: 'The transfer that the wallet provider names is that of another withdrawal.',
}

const vanished = {
  failureCode: 'transaction_vanished',
  failureDetail: 'The wallet provider calls the transfer complete, and the chain does not have its transaction.',
}

/** Why a transaction that the chain does not have is no longer waited for; a provider saw one that it calls complete mined. */
function whyMissing(row: WithdrawalRow, providerTransaction: ProviderTransaction | undefined) {
  if (providerTransaction?.state === 'COMPLETE' && isOverdue(row, false)) return vanished
  return isOverdue(row, true) ? providerSilent : undefined
}

function isOverdue({ createdAt }: WithdrawalRow, isKnownToProvider: boolean): boolean {
  return Date.now() - createdAt.getTime() > (isKnownToProvider ? 60 : 10) * 60_000
}

/** FAILED frees the way for another withdrawal, so the provider's word is checked against the token's transfers. */
async function failUnlessSent(
  ctx: WorkerContext,
  row: WithdrawalRow,
  wallet: Address,
  facts: WithdrawalFacts,
): Promise<void> {
  const search = await searchTransfer(ctx, row, wallet)
  if (search.kind === 'found') await confirmUnlessMoved(ctx, row, search.transfer)
  else if (search.kind === 'ruled_out') await moveUnlessMoved(ctx, row, 'FAILED', { ...facts, reconciling: false })
  else if (search.kind === 'unproven')
    await moveUnlessMoved(ctx, row, isOverdue(row, true) ? 'IN_DOUBT' : row.state, {
      reconciling: true,
      failureCode: 'transfers_unproven',
      failureDetail: `The chain’s node has not shown which transfers block ${search.block} holds.`,
    })
}

/** Nothing is paid a second time before the chain, or an operator with evidence, has shown what happened. */
async function doubt(ctx: WorkerContext, row: WithdrawalRow, wallet: Address, facts: WithdrawalFacts): Promise<void> {
  const search = await searchTransfer(ctx, row, wallet)
  if (search.kind === 'found') await confirmUnlessMoved(ctx, row, search.transfer)
  else await moveUnlessMoved(ctx, row, 'IN_DOUBT', { ...facts, reconciling: true })
}
