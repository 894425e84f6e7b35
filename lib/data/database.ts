import { sql } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { outageCodeOf } from './outage.ts'
import { withOwnConnections } from './own-connections.ts'
import { preparing } from './prepared-statements.ts'

/** Runs statements; either the pool or the transaction at hand. */
export type Database = Pick<
  PostgresJsDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>

/** A transaction opened by `inTransaction`, the only place where guarded tables accept writes. */
export type Transaction = Database & {
  readonly marked: true
  /** Keeps what the log is to say of this transaction once it is committed. */
  readonly note: (note: Note) => void
}

/** What happened, in names, states and ids alone. */
export type Note = { event: string } & Record<string, string | null>

export type Pool = PostgresJsDatabase & {
  $client: postgres.Sql
  fence?: Fence
  /** Is given what each committed transaction noted. */
  log?: (note: Note) => void
}

/** Begins every transaction of a pool; fails when its program may not write any more. */
export type Fence = (tx: Transaction) => Promise<void>

export type PoolOptions = {
  url: string
  max: number
  applicationName: string
  /** Plans each prepared statement for the values at hand, where a plan costs less than one that fits others would. */
  plansEach?: boolean
}

/** Opens a pool. Connecting is bounded to 5 s, statements are bounded to 10 s, lock waits to 3 s, idle transactions to 10 s. */
export function openPool({ url, max, applicationName, plansEach = false }: PoolOptions): Pool {
  const client = postgres(url, {
    max,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: {
      application_name: applicationName,
      statement_timeout: 10_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
      ...(plansEach && { plan_cache_mode: 'force_custom_plan' }),
    },
  })
  return drizzle(preparing(withOwnConnections(client, max)), { casing: 'snake_case' })
}

/** The same pool, whose transactions all begin with the fence. */
export function fencedBy(pool: Pool, fence: Fence): Pool {
  return Object.assign(Object.create(pool) as Pool, { fence })
}

/** How often a transaction is tried that the server ends because it and another one wait for each other. */
const triesOfDeadlocked = 3

/**
 * Runs `work` in one transaction that guarded tables accept. If the connection dies midway, `work` can make no further
 * statement, so nothing of a broken transaction is ever kept, and nothing of it reaches another one. `work` runs again
 * when the server ended the transaction to resolve a deadlock, so it changes nothing but the database.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(pool, work)
    } catch (error) {
      if (tries === triesOfDeadlocked || !isDeadlock(error)) throw error
    }
  }
}

type TransactionState = { isOver: boolean; notes: Note[] }

async function transactOnce<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const state: TransactionState = { isOver: false, notes: [] }
  try {
    const result = await pool.transaction((tx) => settleWhileOpen(runMarked(pool, whileOpen(tx, state), work), state))
    if (pool.log) state.notes.forEach(pool.log)
    return result
  } finally {
    state.isOver = true
  }
}

async function runMarked<T>({ fence }: Pool, tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await tx.execute(sql`select set_config('jobwright.transaction', 'on', true)`)
  await fence?.(tx)
  return work(tx)
}

/**
 * The transaction's statements, refused once it is over: the driver would send them within the next user's transaction
 * on that connection.
 */
function whileOpen(tx: Database, state: TransactionState): Transaction {
  const refusing = new Proxy(tx, {
    get(target, name) {
      if (state.isOver)
        throw Object.assign(new Error('the connection of this transaction was lost'), { code: 'TRANSACTION_LOST' })
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return Object.assign(refusing, { marked: true as const, note: (note: Note) => void state.notes.push(note) })
}

/**
 * Settles with `result` unless the connection was lost: then never, because the driver, which has settled its caller
 * by then, would still send its own commit or rollback into whichever transaction uses the connection next.
 */
async function settleWhileOpen<T>(result: Promise<T>, state: TransactionState): Promise<T> {
  try {
    await result
  } catch {
    // A loss of the connection rejects the statement at hand a moment before the transaction.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return state.isOver ? new Promise<never>(() => undefined) : result
}

/** Whether the server refuses writes, as a standby does. */
export async function isDatabaseReadOnly(db: Database): Promise<boolean> {
  const [row] = await db.execute(sql`select current_setting('transaction_read_only') as setting`)
  return row?.setting === 'on'
}

function isDeadlock(error: unknown): boolean {
  return outageCodeOf(error) === '40P01'
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

/** True when the server refused `error`, or what caused it, for want of rights. */
export function isForbidden(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '42501') return true
  return false
}
