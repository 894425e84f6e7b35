import postgres from 'postgres'

/**
 * Pages, middleware and API are bundles with their own modules; a pool in each would multiply the web program's
 * connections. After traffic on all three, they must share one pool.
 */
const url = process.env.DATABASE_URL ?? ''
const most = Number(process.env.DATABASE_POOL_MAX ?? 10)
const origin = process.env.PUBLIC_ORIGIN ?? ''

await Promise.all(
  Array.from({ length: 60 }, (_, index) =>
    fetch(`${origin}${['/', '/sign-in', '/api/ready/'][index % 3]}`).then((answer) => answer.text()),
  ),
)
const sql = postgres(url, { max: 1, onnotice: () => undefined })
const [row] = await sql`select count(*)::int as open from pg_stat_activity where application_name = 'jobwright-web'`
await sql.end()
const isShared = row?.open > 0 && row?.open <= most
console.log(`the web program holds ${row?.open} connections of at most ${most}`)
console.log(isShared ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = isShared ? 0 : 1
