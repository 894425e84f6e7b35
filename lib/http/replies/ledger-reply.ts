import type { z } from 'zod'
import { ledgerTableRow } from '../../api/ledger.ts'
import { toMoney } from '../../domain/money.ts'
import type { LedgerEntry } from '../../usecases/ledger/describe-rows.ts'
import type { LedgerSummary } from '../../usecases/ledger/summarize-ledger.ts'
import { toTable } from '../csv.ts'

export function toLedgerEntry(entry: LedgerEntry) {
  const { job, draft } = entry
  return {
    id: entry.id,
    kind: entry.kind,
    at: entry.at.toISOString(),
    money_in: moneyOf(entry.moneyIn),
    money_out: moneyOf(entry.moneyOut),
    pending_in: moneyOf(entry.pendingIn),
    pending_out: moneyOf(entry.pendingOut),
    balance: moneyOf(entry.balance),
    state: entry.state,
    is_final: entry.isFinal,
    counterparty: entry.counterparty,
    onchain_job_id: job?.onchainJobId.toString() ?? null,
    draft_id: job?.draftId ?? draft?.id ?? null,
    title: job?.title ?? draft?.title ?? null,
    has_receipt: job?.hasReceipt ?? false,
    transaction_id: entry.transactionId,
    transaction_hash: entry.transactionHash,
    block_number: entry.blockNumber?.toString() ?? null,
  }
}

export function toLedgerSummary({ wallet, record, sums, counts }: LedgerSummary) {
  return {
    wallet,
    record: record && {
      opening_balance: toMoney(record.openingBalance),
      from_block: record.fromBlock.toString(),
      balance: toMoney(record.balance),
      through_block: record.throughBlock.toString(),
      is_current: record.isCurrent,
    },
    money_in: toMoney(sums.in.total),
    money_out: toMoney(sums.out.total),
    counts,
  }
}

/** The table line by line. */
export function toLedgerTable(batches: AsyncGenerator<LedgerEntry[]>): ReadableStream<Uint8Array> {
  return toTable(ledgerTableRow, batches, toRow)
}

function toRow(row: LedgerEntry): z.input<typeof ledgerTableRow> {
  const entry = toLedgerEntry(row)
  return {
    at: entry.at,
    kind: entry.kind,
    title: entry.title ?? '',
    onchain_job_id: entry.onchain_job_id ?? '',
    money_in: entry.money_in?.amount ?? '',
    money_out: entry.money_out?.amount ?? '',
    balance: entry.balance?.amount ?? '',
    state: entry.state,
    counterparty: entry.counterparty ?? '',
    block_number: entry.block_number ?? '',
    transaction_hash: entry.transaction_hash ?? '',
  }
}

function moneyOf(units: bigint | null) {
  return units === null ? null : toMoney(units)
}
