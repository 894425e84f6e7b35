import { listBlockTransfers, listMoneyEvents, listOwnAddresses } from '../../data/journal.ts'
import { type LogPosition, listBalances } from '../../data/ledger-movements.ts'
import {
  type LedgerJob,
  listDraftTitles,
  listLedgerJobs,
  listTransactionsByHash,
} from '../../data/ledger-transactions.ts'
import { listMarksOf, type TransferRow } from '../../data/token-transfers.ts'
import type { TransactionView } from '../../data/transactions.ts'
import { journalOf } from '../../domain/journal.ts'
import { kindOfPurpose, type LedgerKind, makesPayment, movementKindOf } from '../../domain/ledger.ts'
import { isTestNetwork } from '../../domain/test-network.ts'
import { type ClientPurpose, isLive, type TransactionState } from '../../domain/transaction.ts'
import type { Address } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import type { LedgerAccount } from './find-account.ts'
import type { LedgerRow } from './ledger-row.ts'

export type LedgerEntry = {
  id: string
  kind: LedgerKind
  at: Date
  moneyIn: bigint | null
  moneyOut: bigint | null
  /** What is to come in or go out, or did so without a transfer on record; in no sum. */
  pendingIn: bigint | null
  pendingOut: bigint | null
  /** What the wallet held afterwards; null where nothing moved, or the record does not prove it. */
  balance: bigint | null
  state: TransactionState
  /** Nothing about it changes any more. */
  isFinal: boolean
  counterparty: Address | null
  onchainJobId: bigint | null
  job: LedgerJob | undefined
  draft: { id: string; title: string } | undefined
  transactionId: string | null
  transactionHash: `0x${string}` | null
  blockNumber: bigint | null
}

type Facts = Omit<LedgerEntry, 'job' | 'draft'> & { draftId: string | null }

/** Rows of a ledger with what the chain's events and the client's own records say about them. */
export async function describeRows(
  ctx: Context,
  account: LedgerAccount,
  rows: readonly LedgerRow[],
): Promise<LedgerEntry[]> {
  const transfers = rows.flatMap((row) => ('transfer' in row ? [row.transfer] : []))
  const movements = await describeMovements(ctx, account, transfers)
  const facts = rows.flatMap((row) =>
    'transfer' in row ? (movements.get(keyOf(row.transfer)) ?? []) : [factsOf(row.transaction)],
  )
  const ids = (list: (string | null)[]) => [...new Set(list.filter((id) => id !== null))]
  const jobIds = ids(facts.map(({ onchainJobId }) => onchainJobId?.toString() ?? null)).map(BigInt)
  const [jobs, drafts] = await Promise.all([
    listLedgerJobs(ctx.db, account.userId, jobIds),
    listDraftTitles(ctx.db, account.userId, ids(facts.map(({ draftId }) => draftId))),
  ])
  return facts.map(({ draftId, ...entry }) => ({
    ...entry,
    job: jobs.find(({ onchainJobId }) => onchainJobId === entry.onchainJobId),
    draft: drafts.find(({ id }) => id === draftId),
  }))
}

/** What each transfer was, by its place: as the journal says, and credited to the client's own call that caused it. */
async function describeMovements(
  ctx: Context,
  account: LedgerAccount,
  transfers: readonly TransferRow[],
): Promise<Map<string, Facts>> {
  const { userId, wallet, row } = account
  if (!wallet || !row || transfers.length === 0) return new Map()
  const [kinds, balances, calls] = await Promise.all([
    readKinds(ctx, userId, transfers),
    readBalances(ctx, wallet, transfers),
    listTransactionsByHash(ctx.db, userId, [...new Set(transfers.map(({ transactionHash }) => transactionHash))]),
  ])
  return new Map(
    transfers.map((transfer) => {
      const key = keyOf(transfer)
      const isIn = transfer.to === wallet
      const unnamed = { kind: isIn ? ('received' as const) : ('sent' as const), onchainJobId: null }
      const { kind, onchainJobId } = kinds.get(key) ?? unnamed
      const other = isIn ? transfer.from : transfer.to
      const call = calls.find(
        (one) => one.transactionHash === transfer.transactionHash && moves(one, kind, onchainJobId),
      )
      const isFaucet = kind === 'received' && other !== ctx.chain.escrow && isTestNetwork(row.blockchain)
      return [
        key,
        {
          id: key,
          kind: isFaucet ? ('test_money' as const) : kind,
          at: transfer.minedAt,
          moneyIn: isIn ? transfer.amount : null,
          moneyOut: isIn ? null : transfer.amount,
          pendingIn: null,
          pendingOut: null,
          balance: balances.get(key) ?? null,
          state: 'CONFIRMED' as const,
          isFinal: true,
          counterparty: other === ctx.chain.escrow || other === zeroAddress ? null : other,
          onchainJobId,
          draftId: call?.draftId ?? null,
          transactionId: call?.id ?? null,
          transactionHash: transfer.transactionHash,
          blockNumber: transfer.blockNumber,
        },
      ]
    }),
  )
}

const zeroAddress: Address = `0x${'0'.repeat(40)}`

/** The kind and the job of each transfer, from the same entries as the journal's. */
async function readKinds(
  ctx: Context,
  userId: string,
  transfers: readonly TransferRow[],
): Promise<Map<string, { kind: LedgerKind; onchainJobId: bigint | null }>> {
  const { escrow } = ctx.chain
  const blocks = [...new Set(transfers.map(({ blockNumber }) => blockNumber))]
  const addresses = await listOwnAddresses(ctx.db, userId)
  const [events, moves] = await Promise.all([
    listMoneyEvents(ctx.db, { userId, addresses }, blocks),
    listBlockTransfers(ctx.db, [...addresses, escrow], blocks),
  ])
  // What a transfer was does not depend on whether all others of its block are recorded, so every block counts here.
  const wallets = new Map(addresses.map((address) => [address, -1n]))
  const names = new Map(events.map((event) => [keyOf(event), event.eventName]))
  const entries = journalOf(events, moves, { wallets, escrow })
  return new Map(
    entries.flatMap(({ transferIndex, logIndex, ...entry }) => {
      if (transferIndex === null || logIndex === null) return []
      const event = names.get(keyOf({ ...entry, logIndex }))
      const kind = movementKindOf(entry, event)
      return [[keyOf({ ...entry, logIndex: transferIndex }), { kind, onchainJobId: entry.onchainJobId }]] as const
    }),
  )
}

/** What the wallet held after each transfer, where its record has no gap. */
async function readBalances(
  ctx: Context,
  wallet: Address,
  transfers: readonly TransferRow[],
): Promise<Map<string, bigint>> {
  const [mark] = await listMarksOf(ctx.db, [wallet])
  const lowest = transfers.at(-1)?.blockNumber
  if (!mark || lowest === undefined) return new Map()
  const balances = await listBalances(ctx.db, mark, lowest)
  // Nobody ever held less than nothing: the record has what did not happen.
  if (balances.some(({ balance }) => balance < 0n)) return new Map()
  return new Map(balances.map((row) => [keyOf(row), row.balance]))
}

function factsOf(row: TransactionView): Facts {
  const purpose = row.purpose as ClientPurpose
  const isPayment = purpose !== 'APPROVAL' && purpose !== 'WALLET_CREATION'
  const isUnderWay = isLive(row.state)
  const isPending = isPayment && (isUnderWay || row.state === 'CONFIRMED')
  return {
    id: row.id,
    kind: kindOfPurpose[purpose],
    at: row.createdAt,
    moneyIn: null,
    moneyOut: null,
    pendingIn: isPending && purpose !== 'FUNDING' ? row.amount : null,
    pendingOut: isPending && purpose === 'FUNDING' ? row.amount : null,
    balance: null,
    state: row.state,
    isFinal: !isUnderWay && !(isPayment && row.state === 'CONFIRMED'),
    counterparty: null,
    onchainJobId: row.onchainJobId ?? row.fundedJobId,
    draftId: row.draftId,
    transactionId: row.id,
    transactionHash: row.transactionHash,
    blockNumber: row.blockNumber,
  }
}

/** Whether the payment of the job came from this call. */
function moves(call: TransactionView, kind: LedgerKind, onchainJobId: bigint | null): boolean {
  const isOfJob = onchainJobId !== null && (call.onchainJobId ?? call.fundedJobId) === onchainJobId
  return isOfJob && makesPayment(call.purpose as ClientPurpose, kind)
}

function keyOf({ blockNumber, logIndex }: LogPosition): string {
  return `${blockNumber}-${logIndex}`
}
