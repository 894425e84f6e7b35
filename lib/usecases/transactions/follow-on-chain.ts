import { findSnapshot } from '../../data/drafts.ts'
import { findTransaction, type TransactionRow } from '../../data/transactions.ts'
import { findWalletById } from '../../data/wallets.ts'
import type { ChainOutcome, ExpectedEffect } from '../../ports/chain.ts'
import { adoptJob } from '../chain/adopt-job.ts'
import { isHalted } from '../chain/is-halted.ts'
import { projectFromChain } from '../chain/project-job.ts'
import type { Context } from '../context.ts'
import { termsOfSnapshot } from '../drafts/snapshot-terms.ts'
import { readSubmission } from './follow-submission.ts'
import { moveAndRecord, note } from './move.ts'
import { recordFailure } from './record-failure.ts'

type Done = Extract<ChainOutcome, { kind: 'done' }>

/** What is left of a block that is no longer canonical. */
const nowhere = { blockNumber: null, blockHash: null, logIndex: null }

/**
 * Lets the chain decide: only the pinned contract's own event in a final block confirms a transaction. While the indexer is
 * halted nothing is decided, since the nodes contradict what had effect.
 */
export async function followOnChain(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  if (!row.transactionHash || (await isHalted(ctx))) return undefined
  await ctx.chain.assertSameChain()
  const expected = await expectedEffect(ctx, row)
  const outcome = await ctx.chain.outcome(row.transactionHash, expected, row.expectedCalldataHash)
  switch (outcome.kind) {
    case 'pending':
      return row.state === 'CONFIRMING' ? moveAndRecord(ctx, row, 'BROADCAST', nowhere) : followReplacement(ctx, row)
    case 'failed':
      if (!outcome.isFinal) return undefined
      return recordFailure(
        ctx,
        row,
        { failureCode: 'failed_on_chain', failureDetail: outcome.reason },
        outcome.blockNumber,
      )
    case 'absent':
      if (!outcome.isFinal) return undefined
      return moveAndRecord(ctx, row, 'MISMATCHED', { failureCode: 'unexpected_effect', failureDetail: outcome.reason })
    case 'done':
      if (outcome.isFinal) return confirm(ctx, row, outcome)
      return confirmLater(ctx, row, outcome)
  }
}

async function expectedEffect(ctx: Context, row: TransactionRow): Promise<ExpectedEffect> {
  const wallet = row.walletId ? await findWalletById(ctx.db, row.walletId) : undefined
  if (!wallet) throw new Error(`transaction ${row.id} has no wallet`)
  if (row.purpose === 'APPROVAL' && row.amount !== null)
    return { event: 'Approval', owner: wallet.address, amount: row.amount }
  if (row.purpose === 'FUNDING' && row.snapshotId) {
    const snapshot = await findSnapshot(ctx.db, row.snapshotId)
    if (snapshot) return { event: 'JobCreated', client: wallet.address, terms: termsOfSnapshot(snapshot) }
  }
  if (row.onchainJobId === null) throw new Error(`transaction ${row.id} expects nothing on chain`)
  const by = row.purpose === 'JOB_CANCEL' ? 'JOB_CANCEL' : 'JOB_REFUND'
  return { event: 'JobEnded', by, client: wallet.address, jobId: row.onchainJobId }
}

/** A transaction that is not mined may have been replaced under another hash, or given up. */
async function followReplacement(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const found = await readSubmission(ctx, row)
  if (!found) return undefined
  const { transactionHash, state: providerState } = found
  if (transactionHash && transactionHash !== row.transactionHash)
    return note(ctx, row, { transactionHash, providerState })
  return providerState === row.providerState ? undefined : note(ctx, row, { providerState })
}

/** Mined, but not final: the block may still be replaced by another one that holds the transaction too. */
async function confirmLater(ctx: Context, row: TransactionRow, outcome: Done): Promise<TransactionRow | undefined> {
  if (row.state !== 'CONFIRMING') return moveAndRecord(ctx, row, 'CONFIRMING', factsOf(outcome))
  return row.blockHash === outcome.blockHash ? undefined : note(ctx, row, factsOf(outcome))
}

async function confirm(ctx: Context, row: TransactionRow, outcome: Done): Promise<TransactionRow | undefined> {
  if (row.purpose === 'FUNDING') return confirmFunding(ctx, row, outcome)
  const confirmed = await moveAndRecord(ctx, row, 'CONFIRMED', factsOf(outcome))
  if (confirmed && row.onchainJobId !== null) {
    await projectFromChain(ctx, row.onchainJobId, { block: outcome.blockNumber, logIndex: outcome.logIndex })
  }
  return confirmed
}

/** The job's creation is adopted from its log, exactly as the indexer would, and that confirms the transaction. */
async function confirmFunding(ctx: Context, row: TransactionRow, outcome: Done): Promise<TransactionRow | undefined> {
  const logs = await ctx.chain.escrowLogs(outcome.blockNumber)
  const log = logs.find((candidate) => candidate.logIndex === outcome.logIndex && candidate.name === 'JobCreated')
  if (!log) return undefined
  // Ignored because the request that moved the row read the same warnings from the same transaction.
  if (outcome.warnings.length > 0) await note(ctx, row, { warnings: outcome.warnings })
  await adoptJob(ctx, log, await ctx.chain.finalBlock())
  return findTransaction(ctx.db, row.id)
}

function factsOf(outcome: Done) {
  const { blockNumber, blockHash, logIndex, warnings } = outcome
  return { blockNumber, blockHash, logIndex, warnings }
}
