import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { createClient, eachOf } from './program.ts'

type Sent = { method: string; url: string; headers: IncomingHttpHeaders; at: number }
type Answer = (response: ServerResponse) => void

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** An origin that gives these answers in turn, and a client of it. */
async function answering(...answers: Answer[]) {
  const requests: Sent[] = []
  server = createServer(({ method = '', url = '', headers }, response) => {
    requests.push({ method, url, headers, at: performance.now() })
    answers[requests.length - 1]?.(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const origin = `http://127.0.0.1:${port}`
  return { client: createClient({ origin, token: 'jw_pat_x' }), requests, origin }
}

const json =
  (body: object, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const problem =
  (status: number, code: string, more: Record<string, string> = {}, retryable = true): Answer =>
  (response) => {
    const body = { title: 'x', status, detail: 'Why.', code, request_id: 'r', errors: [], retryable, next_actions: [] }
    response.writeHead(status, { 'content-type': 'application/problem+json', ...more }).end(JSON.stringify(body))
  }
const lost: Answer = (response) => response.destroy()
const agent = { body: { name: 'Night worker', role: 'worker' as const } }

test('a call goes to the path of programs with the token, its parameters and its query', async () => {
  const { client, requests } = await answering(json({ data: [], next_cursor: null }), json({ id: 1 }))
  await client.listJobs({ query: { limit: '5', q: 'a b' } })
  await client.getDraft({ params: { id: 'a/b' } })
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/programs/client/jobs/?limit=5&q=a+b',
    'GET /api/v1/programs/client/job-drafts/a%2Fb/',
  ])
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer jw_pat_x' })
  expect(requests[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('a limited request is repeated after the pause that the answer asks for', async () => {
  const limited = problem(429, 'rate_limited', { 'retry-after': '2' })
  const { client, requests } = await answering(limited, json({ jobs: 1 }))
  expect(await client.summarizeJobs()).toEqual({ jobs: 1 })
  expect((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0)).toBeGreaterThan(1_990)
})

test('a request is repeated twice at most, and not at all when the pause is longer than a minute', async () => {
  const away = problem(503, 'unavailable')
  const first = await answering(away, away, away, away)
  await expect(first.client.summarizeJobs()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(first.requests).toHaveLength(3)
  server?.close()
  const second = await answering(problem(429, 'rate_limited', { 'retry-after': '61' }))
  await expect(second.client.summarizeJobs()).rejects.toMatchObject({ retryAfterSeconds: 61 })
  expect(second.requests).toHaveLength(1)
})

test('a refusal that repeating cannot help is thrown at once, with everything that it says', async () => {
  const { client, requests } = await answering(problem(403, 'insufficient_scope', {}, false))
  const refused = await client.createAgent(agent).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ message: 'Why.', problem: { status: 403, code: 'insufficient_scope' } })
  expect(requests).toHaveLength(1)
})

test('a request whose answer was lost keeps its key until it is answered, and the next one has another', async () => {
  const made = json({ id: 1 }, 201)
  const { client, requests } = await answering(lost, lost, lost, made, made)
  await expect(client.createAgent(agent)).rejects.toThrow(TypeError)
  await client.createAgent(agent)
  await client.createAgent(agent)
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
  expect(keys[4]).not.toBe(keys[0])
})

test('a change whose answer was lost is not sent again, since it may have had its effect', async () => {
  const { client, requests } = await answering(lost, json({}))
  const changed = client.updateDraft({ params: { id: 'x' }, ifMatch: 3, body: { title: 'Other' } })
  await expect(changed).rejects.toThrow(TypeError)
  expect(requests.map(({ headers }) => headers['if-match'])).toEqual(['"3"'])
})

test('every item of a list is read, page by page and with the same filters', async () => {
  const { client, requests } = await answering(
    json({ data: [{ title: 'a' }, { title: 'b' }], next_cursor: 'c1' }),
    json({ data: [{ title: 'c' }], next_cursor: null }),
  )
  const titles: string[] = []
  for await (const { title } of eachOf(client.listJobs, { query: { group: 'running' } })) titles.push(title)
  expect(titles).toEqual(['a', 'b', 'c'])
  expect(requests.map(({ url }) => url.split('?')[1])).toEqual(['group=running', 'group=running&cursor=c1'])
})

test('a text is given as it is, and JSON alone is parsed', async () => {
  const csv: Answer = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n1,2\n')
  const { client } = await answering(csv)
  expect(await client.exportJobs({ params: { file_type: 'csv' } })).toBe('a,b\n1,2\n')
})

test('an origin may end in a slash', async () => {
  const { origin, requests } = await answering(json({ jobs: 1 }))
  await createClient({ origin: `${origin}/`, token: 'jw_pat_x' }).summarizeJobs()
  expect(requests[0]?.url).toBe('/api/v1/programs/client/job-summary/')
})

test('the compiler knows no method for what no token allows, which goes to its refusal at run time', async () => {
  const { client, requests } = await answering(problem(403, 'person_required', {}, false))
  // @ts-expect-error Money moves with a person alone.
  const withdraw: (input: object) => Promise<unknown> = client.withdrawEarnings
  await expect(withdraw({ params: { id: 'x' } })).rejects.toMatchObject({ problem: { code: 'person_required' } })
  expect(requests[0]?.url).toBe('/api/v1/programs/agents/x/withdraw/')
})

test.each(['', '.', '..'])('an id of “%s” is refused before it leads to another operation', async (id) => {
  const { client, requests } = await answering(json({}))
  await expect(client.getDraft({ params: { id } })).rejects.toThrow(`“${id}” is no id.`)
  expect(requests).toEqual([])
})
