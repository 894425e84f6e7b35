import { sql } from 'drizzle-orm'
import { connectionRefusal } from '#lib/data/connection-check.ts'
import { openPool, type Pool } from '#lib/data/database.ts'
import { openSchemaCheck } from '#lib/data/schema-check.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Found = Omit<Finding, 'target'>

/** Whether the programs can work with the database: reached without a pooler, new enough, migrated, and their own. */
export async function checkDatabase({ DATABASE_URL: url }: { DATABASE_URL: string }): Promise<Finding[]> {
  const { hostname } = new URL(url)
  const target = `database (${hostname})`
  // A busy machine may have no time for it once.
  const refusal = (await connectionRefusal(url)) && (await connectionRefusal(url))
  if (refusal) return [{ target, ...lack('connection', 'no program starts with it', refusal) }]
  const pool = openPool({ url, max: 1, applicationName: 'jobwright-doctor' })
  try {
    const found = [
      await checkServer(pool, hostname),
      await checkSchema(pool),
      await checkRights(pool),
      await checkExcess(pool),
      await checkConnections(pool),
    ]
    return found.map((finding) => ({ target, ...finding }))
  } catch (error) {
    const { code } = (error instanceof Error ? (error.cause ?? error) : {}) as { code?: unknown }
    const advice = 'Nothing works without it: check host, port, user, password and name in DATABASE_URL.'
    return [{ target, ...lack('connection', `cannot be used (${String(code ?? 'unknown')})`, advice) }]
  } finally {
    await pool.$client.end({ timeout: 1 })
  }
}

const namePrimary = 'It is a standby: name the primary in DATABASE_URL.'
const allowWrites =
  'It was set to read-only, as some hosts do when its disk is full: see the disk, then default_transaction_read_only.'

async function checkServer(pool: Pool, hostname: string): Promise<Found> {
  type Server = { version: string; encoding: string; unwritable: string; standby: boolean; encrypted: boolean }
  const [row] = await pool.execute<Server>(sql`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as unwritable, pg_is_in_recovery() as standby,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`)
  const detail = `PostgreSQL ${row?.version}, ${row?.encoding}`
  if (row?.unwritable === 'on')
    return lack('server', `${detail}, takes no writes`, row.standby ? namePrimary : allowWrites)
  if (row?.encoding !== 'UTF8')
    return lack('server', detail, 'Names and texts would be refused: create the database with the encoding UTF8.')
  if (!row.encrypted && !/^(localhost|127\.|\[::1\])/.test(hostname))
    return note(
      'server',
      `${detail}; the connection is not encrypted: add ?sslmode=verify-full unless its network is yours alone`,
    )
  return ok('server', detail)
}

async function checkSchema(pool: Pool): Promise<Found> {
  const difference = await openSchemaCheck()(pool)
  if (!difference) return ok('schema', 'as this release needs it')
  return lack('schema', `${difference.kind} than this release`, difference.detail)
}

/** Migrations change tables, and the queue has another schema. */
async function checkRights(pool: Pool): Promise<Found> {
  const [row] = await pool.execute<{ role: string; creates: boolean; foreign: string[] }>(sql`
    select current_user as role,
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as creates,
      array(select tablename::text from pg_tables where schemaname in ('public', 'pgboss')
        and not pg_has_role(tableowner, 'USAGE') order by 1) as foreign`)
  const [first, ...more] = row?.foreign ?? []
  const advice = `Migrations will fail: let the role own the database and its tables (\`alter database … owner to ${row?.role}\`).`
  if (!row?.creates) return lack('rights', `${row?.role} may not create schemas and tables`, advice)
  if (first)
    return lack(
      'rights',
      `${row.role} does not own ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`,
      advice,
    )
  return ok('rights', `${row.role} owns its database`)
}

/** What a stolen password would open besides this database. */
async function checkExcess(pool: Pool): Promise<Found> {
  const [row] = await pool.execute<{ excess: string[] }>(sql`
    select array_remove(array[case when rolsuper then 'SUPERUSER' end, case when rolcreaterole then 'CREATEROLE' end,
      case when rolcreatedb then 'CREATEDB' end, case when rolreplication then 'REPLICATION' end,
      case when rolbypassrls then 'BYPASSRLS' end], null) as excess
    from pg_roles where rolname = current_user`)
  const excess = row?.excess ?? []
  if (excess.length === 0) return ok('role', 'has no rights beyond its database')
  return note('role', `has ${excess.join(', ')}, which the service never uses: \`createuser\` makes a role without`)
}

async function checkConnections(pool: Pool): Promise<Found> {
  const [row] = await pool.execute<{ most: number; used: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`)
  const detail = `${row?.used} of ${row?.most} are used`
  if (row && row.used > row.most * 0.8)
    return lack(
      'connections',
      detail,
      'Programs will wait for connections: raise max_connections, or lower DATABASE_POOL_MAX.',
    )
  return ok('connections', detail)
}
