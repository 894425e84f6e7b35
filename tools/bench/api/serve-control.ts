import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { captureStatements, type Statement, type Statements } from './capture.ts'
import { type Workload, withoutStatements, workloadsOf } from './workloads.ts'

/** What a server costs that does nothing but ask the database the same and send the rows on. */
const { DATABASE_URL = '', SESSION_SECRET = '', GITHUB_WEBHOOK_SECRETS = '' } = process.env
const workloads = await workloadsOf({ session: SESSION_SECRET, webhook: GITHUB_WEBHOOK_SECRETS })
const captured = await captureStatements(workloads)
const sql = postgres(DATABASE_URL, { max: 10, onnotice: () => undefined })

const server = createServer(async (request, response) => {
  for await (const _ of request);
  const name = request.url?.slice(1) ?? ''
  const rows = name === withoutStatements ? { status: 'ok' } : await replay(captured[name], workloads[name])
  const status = workloads[name]?.status ?? 200
  response.writeHead(status, { 'content-type': 'application/json' }).end(status === 304 ? '' : JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))

/** The first statement tells who asks; what does not depend on each other is asked at once. */
async function replay({ alone, inTransaction }: Statements = { alone: [], inTransaction: [] }, workload?: Workload) {
  const vary = workload?.vary?.() ?? ((value: string) => value)
  const ask = (db: Pick<postgres.Sql, 'unsafe'>, { text, values }: Statement) => {
    const varied = values.map((value) => (typeof value === 'string' ? vary(value) : value))
    return db.unsafe(text, varied, { prepare: true })
  }
  const first = await Promise.all(alone.slice(0, 1).map((statement) => ask(sql, statement)))
  const others = await Promise.all(alone.slice(1).map((statement) => ask(sql, statement)))
  if (inTransaction.length === 0) return [...first, ...others]
  return sql.begin(async (tx) => {
    const rows: unknown[] = []
    for (const statement of inTransaction) rows.push(await ask(tx, statement))
    return rows
  })
}
