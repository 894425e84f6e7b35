import { randomUUID } from 'node:crypto'
import type { Address, Hash, Hex } from 'viem'
import { all, type Database, one, run } from './database.ts'

export type TransactionState =
  | 'INITIATED'
  | 'CLEARED'
  | 'QUEUED'
  | 'SENT'
  | 'STUCK'
  | 'CONFIRMED'
  | 'COMPLETE'
  | 'FAILED'
  | 'CANCELLED'
  | 'DENIED'

/** What the wallet does on chain. Amounts in base units of the native token. */
export type Call = { to: Address; value: string; data: Hex; gas: string }
/** The part of the wire's transaction object that the request decided. */
export type ShownRequest = Record<string, unknown>
export type Mined = { blockHash: Hash; blockHeight: number; networkFee: string; firstConfirmDate: string }

export type Transaction = {
  sequence: number
  id: string
  user_id: string
  wallet_id: string
  operation: 'CONTRACT_EXECUTION' | 'TRANSFER'
  state: TransactionState
  ref_id: string
  call_json: string
  shown_json: string
  attempt_json: string | null
  user_op_hash: Hash | null
  tx_hash: Hash | null
  mined_json: string | null
  error_reason: string | null
  error_details: string | null
  created_at: number
  updated_at: number
}

export type NewTransaction = {
  userId: string
  walletId: string
  operation: Transaction['operation']
  refId: string
  call: Call
  shown: ShownRequest
  now: Date
}

export function insertTransaction(db: Database, input: NewTransaction): string {
  const id = randomUUID()
  const at = input.now.getTime()
  run(
    db,
    `INSERT INTO wallet_transaction (id, user_id, wallet_id, operation, state, ref_id, call_json, shown_json, created_at,
       updated_at) VALUES (?, ?, ?, ?, 'INITIATED', ?, ?, ?, ?, ?)`,
    id,
    input.userId,
    input.walletId,
    input.operation,
    input.refId,
    JSON.stringify(input.call),
    JSON.stringify(input.shown),
    at,
    at,
  )
  return id
}

/** A transaction of another user is as unknown as one that does not exist. */
export function findTransaction(db: Database, userId: string, id: string): Transaction | undefined {
  return one<Transaction>(db, 'SELECT * FROM wallet_transaction WHERE id = ? AND user_id = ?', id, userId)
}

export function findStoredTransaction(db: Database, id: string): Transaction | undefined {
  return one<Transaction>(db, 'SELECT * FROM wallet_transaction WHERE id = ?', id)
}

const open = `state NOT IN ('COMPLETE', 'FAILED', 'CANCELLED', 'DENIED')`

/** The oldest unfinished transaction of every wallet: a smart account has one on its way at a time. */
export function listRunnable(db: Database): Transaction[] {
  const oldest = `SELECT min(sequence) FROM wallet_transaction WHERE ${open} GROUP BY wallet_id`
  return all<Transaction>(db, `SELECT * FROM wallet_transaction WHERE sequence IN (${oldest}) ORDER BY sequence`)
}

/** Whether anything goes on without another request: a transaction, an approved challenge or a delivery. */
export function isUnderWay(db: Database): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM wallet_transaction WHERE ${open})
    OR EXISTS (SELECT 1 FROM challenge WHERE status = 'IN_PROGRESS') OR EXISTS (SELECT 1 FROM delivery) AS found`
  return one<{ found: number }>(db, sql)?.found === 1
}

export function countOpen(db: Database, walletId: string): number {
  const sql = `SELECT count(*) AS count FROM wallet_transaction WHERE ${open} AND wallet_id = ?`
  return one<{ count: number }>(db, sql, walletId)?.count ?? 0
}

export type TransactionChange = {
  state: TransactionState
  txHash?: Hash
  mined?: Mined
  error?: { reason: string; details?: string }
}

/** False when the transaction was no longer in the state `from`. */
export function markTransaction(
  db: Database,
  transaction: Pick<Transaction, 'id' | 'state'>,
  change: TransactionChange,
  now: Date,
): boolean {
  const sql = `UPDATE wallet_transaction SET state = ?, tx_hash = coalesce(?, tx_hash),
    mined_json = coalesce(?, mined_json), error_reason = ?, error_details = ?, updated_at = ?
    WHERE id = ? AND state = ?`
  const { state, txHash = null, mined, error } = change
  const details = [mined ? JSON.stringify(mined) : null, error?.reason ?? null, error?.details ?? null]
  return run(db, sql, state, txHash, ...details, now.getTime(), transaction.id, transaction.state) === 1
}

/** Remembers what is about to be sent, so that a restart can look for it instead of sending another one. */
export function storeAttempt(db: Database, id: string, attempt: { userOpHash: Hash; json: string }): void {
  const sql = 'UPDATE wallet_transaction SET attempt_json = ?, user_op_hash = ? WHERE id = ?'
  run(db, sql, attempt.json, attempt.userOpHash, id)
}
