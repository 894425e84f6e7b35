import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { migrate } from '#lib/data/migrate.ts'
import { prepareQueues } from '#lib/queue/boss-queue.ts'

type Table = { schema: string; name: string; columns: string[]; rows: number }
type Manifest = { tables: Table[]; sequences: { schema: string; name: string; value: string }[] }

/**
 * Writes every row of every table into a folder, one file for each table, as they were at one moment. Programs go on
 * writing: one transaction reads all of it from one snapshot.
 */
export async function dumpTables(url: string, folder: string): Promise<void> {
  const sql = openClient(url)
  try {
    const manifest = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const tables: Table[] = []
      for (const table of await listTables(tx)) tables.push({ ...table, rows: await dumpTable(tx, table, folder) })
      const sequences = await tx<Manifest['sequences']>`
        select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
        where schemaname in ('public', 'pgboss') and last_value is not null`
      return { tables, sequences: [...sequences] }
    })
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Makes the schema of this release in an empty database, and fills it with the rows of a dump. */
export async function restoreTables(url: string, folder: string): Promise<void> {
  await migrate(url)
  await prepareQueues(url)
  const { tables, sequences } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const sql = openClient(url)
  try {
    await sql.begin(async (tx) => {
      // The rows had their effects when they were written: no trigger runs again. Only a superuser may say so.
      await tx`set local session_replication_role = replica`
      await tx.unsafe(`truncate ${tables.map(nameOf).join(', ')} cascade`)
      for (const table of tables) {
        const target = await tx.unsafe(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`).writable()
        await pipeline(createReadStream(fileOf(folder, table)), target)
      }
      for (const { schema, name, value } of sequences)
        await tx`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint)`
    })
    for (const table of tables) await assertRows(sql, table)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Refuses a database that has tables: what is restored would take the place of their rows. */
export async function assertEmpty(url: string): Promise<void> {
  const sql = openClient(url)
  try {
    const found = await sql.begin('read only', listTables)
    if (found.length > 0)
      throw new Error(`This database is not empty: it has ${found.length} tables. Name an empty one.`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Partitions come with the table that they are of. */
async function listTables(tx: postgres.TransactionSql): Promise<Omit<Table, 'rows'>[]> {
  const rows = await tx<Omit<Table, 'rows'>[]>`
    select n.nspname as schema, c.relname as name, array_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')
    group by 1, 2 order by 1, 2`
  return [...rows]
}

async function dumpTable(tx: postgres.TransactionSql, table: Omit<Table, 'rows'>, folder: string): Promise<number> {
  const source = await tx.unsafe(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`).readable()
  await pipeline(source, createWriteStream(fileOf(folder, table), { mode: 0o600 }))
  return countRows(tx, table)
}

async function assertRows(sql: postgres.Sql, table: Table): Promise<void> {
  const rows = await countRows(sql, table)
  if (rows !== table.rows) throw new Error(`${nameOf(table)} has ${rows} rows instead of ${table.rows}.`)
}

async function countRows(sql: postgres.ISql, table: Omit<Table, 'rows'>): Promise<number> {
  const [row] = await sql.unsafe(`select count(*)::int as rows from ${nameOf(table)}`)
  return row?.rows as number
}

function openClient(url: string): postgres.Sql {
  return postgres(url, { max: 1, onnotice: () => undefined })
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`
const columnsOf = ({ columns }: Pick<Table, 'columns'>) => columns.map(quoted).join(', ')
const fileOf = (folder: string, { schema, name }: Pick<Table, 'schema' | 'name'>) =>
  join(folder, `${schema}.${name}.copy`)
