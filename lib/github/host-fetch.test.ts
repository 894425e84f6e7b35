import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AnswerStore } from './answer-store.ts'
import { createHostFetch } from './host-fetch.ts'

type Seen = { path: string; headers: IncomingMessage['headers'] }
type Answer = (request: IncomingMessage, response: ServerResponse) => void

let answer: Answer
let seen: Seen[] = []
const api = createServer((request, response) => {
  seen.push({ path: request.url ?? '', headers: request.headers })
  answer(request, response)
})
const elsewhere = createServer((request, response) => {
  seen.push({ path: `elsewhere ${request.url}`, headers: request.headers })
  response.end('{}')
})
let url = ''
let foreign = ''
let hostFetch: typeof fetch

async function listen(server: typeof api): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}

beforeAll(async () => {
  url = `${await listen(api)}/api/v3`
  foreign = await listen(elsewhere)
})
beforeEach(() => {
  hostFetch = createHostFetch(url)
  seen = []
})
afterAll(() => {
  for (const server of [api, elsewhere]) {
    server.close()
    server.closeAllConnections()
  }
})

const headers = { authorization: 'token ghu_one' }
const redirect =
  (to: string, status = 301): Answer =>
  (request, response) => {
    if (request.url?.includes('/end')) response.end('{"is":"end"}')
    else response.writeHead(status, { location: to }).end()
  }

test.each([301, 302, 307, 308])('a read is led on by %d within the API, with its token', async (status) => {
  answer = redirect(`${url}/end`, status)
  expect(await (await hostFetch(`${url}/start`, { headers })).json()).toEqual({ is: 'end' })
  expect(seen.map(({ path }) => path)).toEqual(['/api/v3/start', '/api/v3/end'])
  expect(seen[1]?.headers.authorization).toBe(headers.authorization)
})

test('a token never follows a redirect to another place, whatever it looks like', async () => {
  const { port } = new URL(url)
  const places = [
    `${foreign}/api/v3/end`,
    `//${new URL(foreign).host}/api/v3/end`,
    `http://api@127.0.0.1:${port}/api/v3/end`,
    `${url.replace('/api/v3', '')}/login/end`,
    `${url}/../v4/end`,
    `http://localhost:${port}/api/v3/end`,
    'file:///etc/hosts',
  ]
  for (const place of places) {
    answer = redirect(place)
    await expect(hostFetch(`${url}/start`, { headers }), place).rejects.toThrow('redirects')
  }
  expect(seen.every(({ path }) => path === '/api/v3/start')).toBe(true)
})

test('a third redirect, and any redirect of a write, is not followed', async () => {
  answer = redirect(`${url}/again`)
  await expect(hostFetch(`${url}/start`, { headers })).rejects.toThrow('redirects')
  expect(seen).toHaveLength(3)
  answer = redirect(`${url}/end`, 307)
  await expect(hostFetch(`${url}/start`, { method: 'POST', headers, body: '{}' })).rejects.toThrow('redirects')
  expect(seen).toHaveLength(4)
})

test('an answer is confirmed for the token that got it alone', async () => {
  answer = (request, response) => {
    const tag = `W/"${request.headers.authorization}"`
    if (request.headers['if-none-match'] === tag) response.writeHead(304, { etag: tag }).end()
    else
      response.writeHead(200, { etag: tag, link: '<x>; rel="next"' }).end(`{"to":"${request.headers.authorization}"}`)
  }
  const read = async (token: string) => {
    const got = await hostFetch(`${url}/issues`, { headers: { authorization: token } })
    return [await got.text(), got.headers.get('link'), got.status]
  }
  const [one, two] = [await read('one'), await read('two')]
  expect(await read('one')).toEqual(one)
  expect(await read('two')).toEqual(two)
  expect(one).not.toEqual(two)
  expect(seen.map((request) => request.headers['if-none-match'])).toEqual([undefined, undefined, 'W/"one"', 'W/"two"'])
})

test('an answer of more than 16 MiB is not read to its end', async () => {
  answer = (_, response) => response.end(Buffer.alloc(17 * 1024 * 1024, 'x'))
  await expect(hostFetch(`${url}/large`, { headers })).rejects.toThrow('too large')
})

test('at most 500 answers and 16 MiB are kept, the least used forgotten first', () => {
  const small = new AnswerStore()
  const kept = (body: string) => ({ etag: 'e', headers: [] as [string, string][], body })
  for (let n = 0; n < 500; n += 1) small.keep(`k${n}`, kept('x'))
  small.find('k0')
  small.keep('k500', kept('x'))
  expect([small.find('k0'), small.find('k1')]).toEqual([kept('x'), undefined])
  const large = new AnswerStore()
  const megabyte = 'x'.repeat(1024 * 1024)
  for (let n = 0; n < 40; n += 1) large.keep(`k${n}`, kept(megabyte))
  const left = Array.from({ length: 40 }, (_, n) => large.find(`k${n}`)).filter(Boolean)
  expect(left).toHaveLength(16)
  large.keep('huge', kept(megabyte.repeat(2)))
  expect(large.find('huge')).toBeUndefined()
})
