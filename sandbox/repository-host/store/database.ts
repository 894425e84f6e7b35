import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { statement } from '../../statements.ts'
import { schema } from './schema.ts'

export type Database = DatabaseSync

/** Opens the host's state, creating it on first use; committed writes survive a killed process. */
export function openDatabase(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, 'host.sqlite'))
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
  )
  inTransaction(db, () => db.exec(schema))
  return db
}

/** Every row of a query; `Row` must name the columns the SQL selects. */
export function all<Row>(db: Database, sql: string, ...values: SQLInputValue[]): Row[] {
  // The one place where untyped SQLite rows get their type.
  return statement(db, sql).all(...values) as Row[]
}

export function one<Row>(db: Database, sql: string, ...values: SQLInputValue[]): Row | undefined {
  return all<Row>(db, sql, ...values)[0]
}

/** Runs a write and returns how many rows it changed. */
export function run(db: Database, sql: string, ...values: SQLInputValue[]): number {
  return Number(statement(db, sql).run(...values).changes)
}

/** Runs an INSERT and returns the new row's id. */
export function insert(db: Database, sql: string, ...values: SQLInputValue[]): number {
  return Number(statement(db, sql).run(...values).lastInsertRowid)
}

/** All writes of `work` or none. */
export function inTransaction<Result>(db: Database, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk has ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
