import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

const prepared = new WeakMap<DatabaseSync, LRUCache<string, StatementSync>>()

/** The statement of this text: a database compiles each text once, and keeps those that were used last. */
export function statement(db: DatabaseSync, sql: string): StatementSync {
  const known = prepared.get(db) ?? new LRUCache({ max: 500 })
  prepared.set(db, known)
  return known.get(sql) ?? compile(db, sql, known)
}

function compile(db: DatabaseSync, sql: string, known: LRUCache<string, StatementSync>): StatementSync {
  const compiled = db.prepare(sql)
  known.set(sql, compiled)
  return compiled
}
