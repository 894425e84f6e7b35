import { isDeepStrictEqual } from 'node:util'
import { type LogRow, saveLogs } from '../../data/chain-index.ts'
import type { Transaction } from '../../data/database.ts'
import { deleteLog, listUnappliedOf, markApplied } from '../../data/reindexing.ts'
import { Failure } from '../../domain/failure.ts'
import type { EscrowLog, Hash } from '../../ports/chain.ts'

/** Events that had effect here and are no longer at their place, and those that are in such a place now. */
export type Displaced = { rows: LogRow[]; logs: EscrowLog[] }

/**
 * Binds events that had effect to the block in which the same transaction has the same event now, as after a
 * reorganisation beyond finality. They have no second effect. `dropped` names a transaction whose events are given up.
 * Throws `state_conflict`, and changes nothing, while another one is nowhere on chain.
 */
export async function rebindLogs(
  tx: Transaction,
  { rows, logs }: Displaced,
  dropped?: Hash,
): Promise<{ rebound: number; dropped: LogRow[] }> {
  const gone: LogRow[] = []
  // All make room first: the new place of one may be the old place of another.
  for (const row of rows) await deleteLog(tx, row)
  await saveLogs(tx, logs)
  for (const row of rows) {
    const candidates = await listUnappliedOf(tx, row.transactionHash)
    const same = candidates.find((log) => isSame(row, log))
    if (same) await markApplied(tx, same, row.appliedAt)
    else if (row.transactionHash === dropped && row.eventName !== 'JobCreated') gone.push(row)
    else throw contradiction(row)
  }
  return { rebound: rows.length - gone.length, dropped: gone }
}

function isSame(row: LogRow, log: LogRow): boolean {
  return (
    row.eventName === log.eventName && row.onchainJobId === log.onchainJobId && isDeepStrictEqual(row.args, log.args)
  )
}

function contradiction({ eventName, blockNumber, transactionHash }: LogRow): Failure {
  const event = `The ${eventName} of block ${blockNumber}, transaction ${transactionHash}, had effect here and is nowhere on chain`
  const way =
    eventName === 'JobCreated'
      ? 'restore a database of before it, or use the nodes that told it.'
      : 'use the nodes that told it, or give it up with --drop and the transaction.'
  return new Failure('state_conflict', `${event}: ${way}`)
}
