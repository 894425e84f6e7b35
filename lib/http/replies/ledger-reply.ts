import type { z } from 'zod'
import { ledgerEntry, ledgerSummary, ledgerTableRow } from '../../api/ledger.ts'
import type { LedgerEntry } from '../../usecases/ledger/describe-rows.ts'
import type { LedgerSummary } from '../../usecases/ledger/summarize-ledger.ts'
import { toTable } from '../csv.ts'
import { toWire } from '../to-wire.ts'

export function toLedgerEntry({ job, draft, ...entry }: LedgerEntry) {
  return toWire(ledgerEntry, {
    ...entry,
    onchainJobId: job?.onchainJobId ?? null,
    draftId: job?.draftId ?? draft?.id ?? null,
    title: job?.title ?? draft?.title ?? null,
    hasReceipt: job?.hasReceipt ?? false,
  })
}

export function toLedgerSummary({ sums, ...summary }: LedgerSummary) {
  return toWire(ledgerSummary, { ...summary, moneyIn: sums.in.total, moneyOut: sums.out.total })
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
