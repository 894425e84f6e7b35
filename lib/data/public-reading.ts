import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { Failure } from '../domain/failure.ts'
import type { PoolOptions } from './database.ts'
import { withOwnConnections } from './own-connections.ts'

/** Reads for anonymous visitors, on separate connections, so that they never keep other work waiting. */
export type PublicReader = {
  /** The rows of one statement. It ends after two seconds with a refusal that can be retried. */
  read: <Row>(statement: SQL) => Promise<Row[]>
  /** The same, for statements of which there are few: the database keeps them prepared. */
  readKept: <Row>(statement: SQL) => Promise<Row[]>
  client: postgres.Sql
}

/** Bounds in time and memory, and no table is read from end to end where an index helps. */
export const readerSettings = {
  statement_timeout: 2_000,
  work_mem: '32MB',
  default_transaction_read_only: true,
  enable_seqscan: 'off',
  jit: 'off',
} as const

/** Opens no connection before the first use. */
export function openReader({ url, max, applicationName }: PoolOptions): PublicReader {
  const connection = { application_name: applicationName, ...readerSettings }
  const options = { max, connect_timeout: 5, onnotice: () => undefined }
  const client = withOwnConnections(postgres(url, { ...options, connection }), max)
  const db = drizzle(client)
  const dialect = new PgDialect()
  return {
    read: (statement) => bounded(() => db.execute(statement)),
    readKept: (statement) => {
      const { sql, params } = dialect.sqlToQuery(statement)
      return bounded(() => client.unsafe(sql, params as string[], { prepare: true }))
    },
    client,
  }
}

async function bounded<Row>(run: () => Promise<unknown>): Promise<Row[]> {
  try {
    return (await run()) as Row[]
  } catch (error) {
    if (isCancelled(error))
      throw new Failure('unavailable', 'That takes too long at present. Narrow the search, or try again.', {
        cause: error,
        retryAfterSeconds: 5,
      })
    throw error
  }
}

function isCancelled(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '57014') return true
  return false
}
