import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed, inPreferredEncoding, preferredEncoding } from './compress.ts'

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
  expect(preferredEncoding(accepted, 'br')).toBe(encoding)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long answer is compressed with %s, says so, and reads the same', async (encoding, open) => {
  const response = await ask(encoding, answer(long))
  const body = Buffer.from(await response.arrayBuffer())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-encoding': encoding,
    vary: 'accept-encoding',
    etag: 'W/"3"',
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
    const received = await ask(accepted, response)
    expect([received.headers.get('content-encoding'), received.headers.get('etag')]).toEqual([null, '"3"'])
    expect(await received.text()).toBe(body)
  }
})

test('a kept answer is compressed once for each encoding, and a short one never', async () => {
  const shared = { body: long, etag: 'W/"one"', type: 'application/json', encoded: new Map() }
  const negotiate = async (accepted: string, ours: 'br' | 'gzip' = 'br', given = shared) => {
    const headers = new Headers()
    const request = new Request('https://jobwright.example/api/', { headers: { 'accept-encoding': accepted } })
    const body = await inPreferredEncoding(request, given, { headers, ours })
    const again = await compressed(request, new Response(body, { headers }))
    return { body, encoding: again.headers.get('content-encoding'), vary: again.headers.get('vary') }
  }
  const first = await negotiate('gzip, br')
  expect(first).toMatchObject({ encoding: 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(Buffer.from(first.body)).toString()).toBe(long)
  expect((await negotiate('gzip, br')).body).toBe(first.body)
  expect((await negotiate('gzip, br', 'gzip')).encoding).toBe('gzip')
  expect(await negotiate('identity')).toEqual({ body: long, encoding: null, vary: 'accept-encoding' })
  const short = { ...shared, body: '{}', encoded: new Map() }
  expect(await negotiate('br', 'br', short)).toEqual({ body: '{}', encoding: null, vary: 'accept-encoding' })
})
