import { all, type Database, one, run } from './database.ts'

export type Subscription = {
  id: string
  name: string
  endpoint: string
  enabled: number
  types_json: string
  created_at: number
  updated_at: number
}
export type Delivery = { sequence: number; subscription_id: string; body: string; attempts: number; due_at: number }

export function insertSubscription(db: Database, row: Subscription): void {
  const sql = 'INSERT INTO subscription VALUES (?, ?, ?, ?, ?, ?, ?)'
  run(db, sql, row.id, row.name, row.endpoint, row.enabled, row.types_json, row.created_at, row.updated_at)
}

export function listSubscriptions(db: Database): Subscription[] {
  return all<Subscription>(db, 'SELECT * FROM subscription ORDER BY created_at, id')
}

export function findSubscription(db: Database, id: string): Subscription | undefined {
  return one<Subscription>(db, 'SELECT * FROM subscription WHERE id = ?', id)
}

export function updateSubscription(db: Database, row: Subscription): void {
  const sql = 'UPDATE subscription SET name = ?, enabled = ?, updated_at = ? WHERE id = ?'
  run(db, sql, row.name, row.enabled, row.updated_at, row.id)
}

/** False when there is none. */
export function deleteSubscription(db: Database, id: string): boolean {
  return run(db, 'DELETE FROM subscription WHERE id = ?', id) === 1
}

export function insertDelivery(db: Database, subscriptionId: string, body: string, dueAt: number): void {
  run(db, 'INSERT INTO delivery (subscription_id, body, due_at) VALUES (?, ?, ?)', subscriptionId, body, dueAt)
}

export function listDueDeliveries(db: Database, now: Date, limit: number): (Delivery & { endpoint: string })[] {
  const sql = `SELECT delivery.*, endpoint FROM delivery JOIN subscription ON subscription.id = subscription_id
    WHERE enabled = 1 AND due_at <= ? ORDER BY sequence LIMIT ?`
  return all<Delivery & { endpoint: string }>(db, sql, now.getTime(), limit)
}

export function deleteDelivery(db: Database, sequence: number): void {
  run(db, 'DELETE FROM delivery WHERE sequence = ?', sequence)
}

export function postponeDelivery(db: Database, sequence: number, dueAt: number): void {
  run(db, 'UPDATE delivery SET attempts = attempts + 1, due_at = ? WHERE sequence = ?', dueAt, sequence)
}
