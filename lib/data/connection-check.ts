import postgres from 'postgres'
import { inTime } from '../domain/in-time.ts'
import { outageCodeOf, outageOf } from './outage.ts'

/** The oldest PostgreSQL that has what the migrations use. */
const oldestMajor = 16
const patienceMs = 5_000
/** A bound that no server is configured with, so that one sees whether bounds arrive. */
const timeoutMs = 10_007

/** PostgreSQL's codes of a wrong user, a wrong password and an unknown database. */
const refusals = ['28000', '28P01', '3D000']
const remedy = 'set it to the address of the database itself, without the pooler.'

/**
 * Why no program may work with the database at this address: it is too old, or a pooler stands before it that gives each
 * transaction another session. Such a pooler loses the bounds on statements, and leaves locks behind that nobody holds.
 * Or it cannot be reached. Undefined also while it is busy or takes no writes, since a program that runs already would go on.
 */
export async function connectionRefusal(url: string): Promise<string | undefined> {
  const [one, two] = [openClient(url), openClient(url)]
  try {
    return await inTime(refusalOf(one, two), patienceMs)
  } catch (error) {
    if (isParameterRefused(error))
      return `DATABASE_URL leads to a pooler that refuses the bounds on statements: ${remedy}`
    if (outageOf(error) === 'away') return unreachable(url, outageCodeOf(error))
    if (outageOf(error)) return undefined
    const refused = refusals.find((code) => error instanceof Error && 'code' in error && error.code === code)
    if (refused) return `DATABASE_URL is refused by the server (${refused}): check its user, password and database.`
    throw error
  } finally {
    await Promise.all([one.end({ timeout: 0 }), two.end({ timeout: 0 })])
  }
}

function unreachable(url: string, code = ''): string {
  const { hostname, port } = new URL(url)
  return `DATABASE_URL leads to ${hostname}:${port || 5432}, where no database can be reached (${code}): check host and port, and that the server runs.`
}

async function refusalOf(one: postgres.Sql, two: postgres.Sql): Promise<string | undefined> {
  const seen = new Map<postgres.Sql, number>()
  // One that shares sessions in turn changes that of the first in two questions in a row; any other gives both the same.
  for (const client of [one, two, one, one, two]) {
    const [row] = await client<{ pid: number; bound: string; version: number }[]>`
      select pg_backend_pid() as pid, current_setting('statement_timeout') as bound,
        current_setting('server_version_num')::int as version`
    if (!row) return undefined
    const major = Math.floor(row.version / 10_000)
    if (major < oldestMajor)
      return `DATABASE_URL leads to PostgreSQL ${major}, which is too old: set it to that of version ${oldestMajor} or newer.`
    if (row.bound !== `${timeoutMs}ms`)
      return `DATABASE_URL leads to a pooler that drops the bounds on statements: ${remedy}`
    const isShared = [...seen].some(([other, pid]) => (other === client) !== (pid === row.pid))
    if (isShared) return `DATABASE_URL leads to a pooler in transaction mode, which loses locks: ${remedy}`
    seen.set(client, row.pid)
  }
  return undefined
}

function openClient(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 4,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: { application_name: 'jobwright-start', statement_timeout: timeoutMs },
  })
}

function isParameterRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '08P01' && /parameter/i.test(error.message)
}
