import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'

/**
 * A column with sealed texts, or one with a list of objects each of which has an `id` and a sealed `secret`. `key` are the
 * columns of the row's primary key, as SQL types.
 */
export type SealedColumn = {
  table: string
  column: string
  key: Readonly<Record<string, 'text' | 'uuid'>>
  /** Columns that name what the text is bound to, besides the key. */
  names?: readonly string[]
  isList?: true
  /** Rows that count; all of them without it. */
  where?: string
}

/** Columns of the row by their names, as texts. */
export type SealedRow = { row: Record<string, string>; value: string }

/** The key's name ends a sealed text; those of the first releases have none. */
const nameIn = (text: SQL) => sql`split_part(${text}, '.', 5)`
const secrets = (column: SQL) => sql`jsonb_array_elements(${column}) secret`

function parts({ table, column, where, isList }: SealedColumn) {
  const name = sql.identifier(column)
  const rows = sql`${sql.identifier(table)}${isList ? sql` , ${secrets(sql`${name}`)}` : sql``}`
  const text = isList ? sql`secret->>'secret'` : sql`${name}`
  return { rows, text, live: where ? sql.raw(where) : sql`true` }
}

/** How many texts of the column each key has sealed, by the key's name, which is empty for the first releases. */
export async function countByKey(db: Database, sealed: SealedColumn): Promise<{ key: string; values: number }[]> {
  const { rows, text, live } = parts(sealed)
  const counted = await db.execute<{ key: string; values: number }>(sql`
    select ${nameIn(text)} as key, count(*)::int as values from ${rows}
    where ${live} and ${text} is not null group by 1 order by 1`)
  return [...counted]
}

/** Rows after that one, in the order of their keys, with a text that another key than the named one has sealed. */
export async function listOtherKeys(
  db: Database,
  sealed: SealedColumn,
  { keyName, after, limit }: { keyName: string; after: SealedRow | undefined; limit: number },
): Promise<SealedRow[]> {
  const { table, column, key, names = [], isList, where } = sealed
  const columns = Object.keys(key)
  const own = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  )
  const last =
    after &&
    sql.join(
      Object.entries(key).map(([name, type]) => sql`${after.row[name]}::${sql.raw(type)}`),
      sql`, `,
    )
  const text = sql`${sql.identifier(column)}`
  const isOther = isList
    ? sql`exists (select 1 from ${secrets(text)} where ${nameIn(sql`secret->>'secret'`)} <> ${keyName})`
    : sql`${nameIn(text)} <> ${keyName}`
  const object = sql.join(
    [...columns, ...names].flatMap((name) => [sql`${name}::text`, sql`${sql.identifier(name)}::text`]),
    sql`, `,
  )
  const found = await db.execute<SealedRow>(sql`
    select jsonb_build_object(${object}) as row, ${text}::text as value from ${sql.identifier(table)}
    where ${where ? sql.raw(where) : sql`true`} and ${last ? sql`(${own}) > (${last})` : sql`true`} and ${isOther}
    order by ${own} limit ${limit}`)
  return [...found]
}

/** Puts `next` in the place of that very value; false when the row has another one by now. */
export async function replaceSealed(
  tx: Transaction,
  { table, column, key, isList }: SealedColumn,
  { row, value }: SealedRow,
  next: string,
): Promise<boolean> {
  const type = sql.raw(isList ? 'jsonb' : 'text')
  const isRow = Object.entries(key).map(([name, type]) => sql`${sql.identifier(name)} = ${row[name]}::${sql.raw(type)}`)
  const changed = await tx.execute(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${next}::${type}
    where ${sql.join(isRow, sql` and `)} and ${sql.identifier(column)} = ${value}::${type} returning 1`)
  return changed.length > 0
}
