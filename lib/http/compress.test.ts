import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed, preferredEncoding } from './compress.ts'

const long = JSON.stringify({ text: 'The same words, over and over. '.repeat(200) })

function answer(body: string, more: Record<string, string> = {}): Response {
  return new Response(body, { headers: { 'content-type': 'application/json', etag: '"3"', ...more } })
}

function ask(accepted: string, response: Response): Promise<Response> {
  const headers = { ...(accepted && { 'accept-encoding': accepted }) }
  return compressed(new Request('https://jobwright.example/api/', { headers }), response)
}

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1, br;q=0.2', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['deflate, zstd', undefined],
  ['identity', undefined],
  ['', undefined],
])('a caller that accepts "%s" gets %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long answer is compressed with %s, says so, and reads the same', async (encoding, open) => {
  const response = await ask(encoding, answer(long))
  const body = Buffer.from(await response.arrayBuffer())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-encoding': encoding, vary: 'accept-encoding', etag: 'W/"3"' },
  })
  expect(open(body).toString()).toBe(long)
  expect(body.byteLength).toBeLessThan(long.length / 10)
})

test('short answers, answers that nobody wants compressed, and those with secrets go out as they are', async () => {
  const secret = { 'cache-control': 'private, no-store, no-transform' }
  for (const [accepted, response] of [
    ['br', answer('{}')],
    ['', answer(long)],
    ['br', answer(long, secret)],
    ['br', answer(long, { 'content-type': 'image/png' })],
  ] as const) {
    const body = await response.clone().text()
    const told = await ask(accepted, response)
    expect([told.headers.get('content-encoding'), told.headers.get('etag')]).toEqual([null, '"3"'])
    expect(await told.text()).toBe(body)
  }
})

test('a shared answer is compressed once for each version of it', async () => {
  const shared = { 'cache-control': 'public, max-age=10', etag: 'W/"one"' }
  const first = await (await ask('gzip', answer(long, shared))).arrayBuffer()
  const changed = await (await ask('gzip', answer(long.toUpperCase(), { ...shared, etag: 'W/"two"' }))).arrayBuffer()
  expect(gunzipSync(Buffer.from(changed)).toString()).toBe(long.toUpperCase())
  expect(await (await ask('gzip', answer(long, shared))).arrayBuffer()).toEqual(first)
})
