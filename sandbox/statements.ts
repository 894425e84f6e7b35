import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

const prepared = new WeakMap<DatabaseSync, LRUCache<string, StatementSync>>()

/** The statement of this text: a database compiles each text once, and keeps those that were used last. */
export function statement(db: DatabaseSync, sql: string): StatementSync {
  const known = prepared.get(db) ?? new LRUCache({ max: 500 })
  prepared.set(db, known)
  const found = known.get(sql) ?? db.prepare(sql)
  known.set(sql, found)
  return found
}
