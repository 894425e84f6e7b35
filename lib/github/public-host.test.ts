import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPublicHost } from './public-host.ts'

const seen: { url: string; headers: IncomingHttpHeaders }[] = []
let answer: (response: ServerResponse) => void
let url: string
const server = createServer((request, response) => {
  seen.push({ url: request.url ?? '', headers: request.headers })
  answer(response)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v3`
})
afterAll(() => server.close())
beforeEach(() => {
  seen.length = 0
})

const host = () => createPublicHost({ apiUrl: url })
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const repository = {
  id: 7,
  full_name: 'acme/tools',
  private: false,
  archived: false,
  default_branch: 'main',
  language: 'Go',
  open_issues_count: 3,
  topics: ['jobwright'],
}

test('no request carries a credential of any kind', async () => {
  answer = says(200, repository, { etag: 'W/"1"' })
  await host().repository({ id: 7 }, null)
  await host().repository({ fullName: 'acme/tools' }, 'W/"1"')
  answer = says(200, [])
  await host().issues(7, { since: new Date(0), page: 2, etag: 'W/"2"' })
  expect(seen).toHaveLength(3)
  for (const { headers } of seen)
    expect(Object.keys(headers).filter((name) => /auth|cookie|token|key/i.test(name))).toEqual([])
  expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"', 'W/"2"'])
})

test('what is unchanged is reported as such, with what is left of the allowance', async () => {
  const reset = Math.floor(Date.now() / 1_000) + 60
  answer = (response) =>
    response.writeHead(304, { 'x-ratelimit-remaining': '41', 'x-ratelimit-reset': String(reset) }).end()
  expect(await host().repository({ id: 7 }, 'W/"1"')).toEqual({
    unchanged: true,
    allowance: { remaining: 41, resetAt: new Date(reset * 1_000) },
  })
})

test.each([401, 403, 404, 410, 451])('%i means that strangers cannot see it', async (status) => {
  answer = says(status, { message: 'no' })
  expect(await host().repository({ id: 7 }, null)).toBeUndefined()
})

test.each([
  [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + 600) }],
  [403, { 'retry-after': '30' }],
  [429, { 'retry-after': '30' }],
])('a limit is reported as one, with the time to wait', async (status, headers) => {
  answer = says(status, { message: 'slow down' }, headers as Record<string, string>)
  const refused = host().repository({ id: 7 }, null)
  await expect(refused).rejects.toMatchObject({ code: 'repository_host_limited' })
  const { retryAfterSeconds } = (await refused.catch((error) => error)) as { retryAfterSeconds: number }
  expect(retryAfterSeconds).toBeGreaterThan(20)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an error of its own', says(500, {})],
  ['an answer in another form', says(200, { id: 'seven' })],
  ['no answer', (response) => response.destroy()],
])('%s of the host is reported as its trouble', async (_, trouble) => {
  answer = trouble
  await expect(host().repository({ id: 7 }, null)).rejects.toMatchObject({ code: 'repository_host_unavailable' })
})
