import type postgres from 'postgres'

/** Every way in which a reader of rows could meet the bytes of a secret. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const decoded = /^[A-Za-z0-9_-]{43}$/.test(secret) ? [Buffer.from(secret, 'base64url')] : []
  const plain = /^0x[0-9a-f]{64}$/.test(secret) ? [secret.slice(2), Buffer.from(secret.slice(2), 'hex')] : []
  return [secret, bytes, ...decoded, ...plain].flatMap((one) =>
    typeof one === 'string'
      ? [one]
      : [one.toString('hex'), one.toString('base64').replace(/=+$/, ''), one.toString('base64url')],
  )
}

/** The tables of all schemas in which any column, whatever its type, holds one of the secrets in any spelling. */
export async function tablesThatHold(sql: postgres.Sql, secrets: Record<string, string>): Promise<string[]> {
  const tables = await sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const found: string[] = []
  for (const { schema, name } of tables) {
    const rows = await sql`select lower(t::text) as text from ${sql(`${schema}.${name}`)} t`
    for (const [secret, value] of Object.entries(secrets))
      if (spellings(value).some((spelling) => rows.some(({ text }) => text.includes(spelling.toLowerCase()))))
        found.push(`${secret} in ${schema}.${name}`)
  }
  return found
}
