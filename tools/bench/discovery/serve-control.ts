import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { everything } from '#lib/data/public-issue-filter.ts'
import { listPublicIssues } from '#lib/data/public-issue-list.ts'
import { openReader } from '#lib/data/public-reading.ts'

/** What a server costs that does nothing but ask the database the same and send the rows on. */
const url = process.env.DATABASE_URL ?? ''
const sql = postgres(url, { max: 10, onnotice: () => undefined })
const first = await statementOf(null)
const deep = await statementOf({ position: '2000-01-01 00:00:00+00', id: 1 })

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const [position = '', id = '', offset = '0'] = ['position', 'id', 'offset'].map(
    (name) => searchParams.get(name) ?? '',
  )
  if (pathname === '/first') return send(response, await ask(first.text, first.values))
  if (pathname === '/deep') return send(response, await ask(deep.text, [position, id, ...deep.values.slice(2)]))
  if (pathname === '/offset') {
    const text = `${first.text} offset $${first.values.length + 1}`
    return send(response, await ask(text, [...first.values, offset]))
  }
  const body = JSON.stringify(await ask(first.text, first.values))
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const isKnown = request.headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : 200, { etag, 'content-type': 'application/json' }).end(isKnown ? undefined : body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))

function ask(text: string, values: string[]): Promise<unknown> {
  return sql.unsafe(text, values, { prepare: true })
}

function send(response: ServerResponse, rows: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
}

/** The statement of a page of 20 and one more, as the service sends it. */
async function statementOf(after: { position: string; id: number } | null) {
  const reader = openReader({ url, max: 1, applicationName: 'jobwright-control' })
  const sent: { text: string; values: string[] }[] = []
  reader.client.options.debug = (_, text, values) => {
    if (text.includes('public_issues')) sent.push({ text, values: values as string[] })
  }
  await listPublicIssues(reader, { filter: everything, sort: 'newest', after, limit: 21 })
  await reader.client.end()
  const [statement] = sent
  if (!statement) throw new Error('the list sent no statement')
  return statement
}
