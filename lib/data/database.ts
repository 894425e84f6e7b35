import { sql } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

/** Runs statements; either the pool or the transaction at hand. */
export type Database = Pick<
  PostgresJsDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>

/** A transaction opened by `inTransaction`, the only place where guarded tables accept writes. */
export type Transaction = Database & { readonly marked: true }

export type Pool = PostgresJsDatabase & { $client: postgres.Sql }

export type PoolOptions = { url: string; max: number; applicationName: string }

/** Opens a pool. Statements are bounded to 10 s, lock waits to 3 s, idle transactions to 10 s. */
export function openPool({ url, max, applicationName }: PoolOptions): Pool {
  const client = postgres(url, {
    max,
    onnotice: () => undefined,
    connection: {
      application_name: applicationName,
      statement_timeout: 10_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  })
  return drizzle(client, { casing: 'snake_case' })
}

/**
 * Runs `work` in one transaction that guarded tables accept. If the connection dies midway, later statements of
 * `work` find no marker and are refused by the database, so nothing of a broken transaction is ever kept.
 */
export function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return pool.transaction(async (tx) => {
    await tx.execute(sql`select set_config('jobwright.transaction', 'on', true)`)
    return work(Object.assign(tx, { marked: true as const }))
  })
}

/** True when `error`, or what caused it, is a violation of a unique constraint (of that name, if given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '23505') {
      return constraint === undefined || ('constraint_name' in at && at.constraint_name === constraint)
    }
  }
  return false
}
