import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** The cheapest of each: dearer ones save a tenth of the bytes for three times the processor time. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } }
const fast = { level: 1 }
const encoders = {
  br: {
    now: (body: Uint8Array) => brotliCompressSync(body, brotli),
    later: (body: Uint8Array) => promisify(brotliCompress)(body, brotli),
  },
  gzip: {
    now: (body: Uint8Array) => gzipSync(body, fast),
    later: (body: Uint8Array) => promisify(gzip)(body, fast),
  },
}
type Encoding = keyof typeof encoders

/** Up to here, handing the bytes to another thread keeps the event loop busier than compressing them. */
const atOnceBytes = 32 * 1_024

/** A shorter answer gains nothing. */
const shortestBytes = 1_024
const kept = new LRUCache<string, Buffer>({ maxSize: 8 * 1024 * 1024, sizeCalculation: (bytes) => bytes.byteLength })

/**
 * The answer in the encoding that the caller prefers, if it is long enough. Never one that says `no-transform`: those hold
 * secrets, whose length beside a caller's own text would tell them.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response
  if (!isCompressible(headers)) return response
  headers.append('vary', 'accept-encoding')
  const encoding = preferredEncoding(request.headers.get('accept-encoding'))
  if (!encoding || !response.body) return response
  const etag = headers.get('etag')
  const key =
    headers.get('cache-control')?.startsWith('public') && etag ? `${encoding} ${request.url} ${etag}` : undefined
  let short = key === undefined ? undefined : kept.get(key)
  if (!short) {
    const body = new Uint8Array(await response.arrayBuffer())
    if (body.byteLength < shortestBytes) return new Response(body, { status, headers })
    short = await encode(encoding, body)
    if (key) kept.set(key, short)
  }
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  // Other bytes of the same version: no longer a strong tag.
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  return new Response(new Uint8Array(short), { status, headers })
}

async function encode(encoding: Encoding, body: Uint8Array): Promise<Buffer> {
  return encoders[encoding][body.byteLength <= atOnceBytes ? 'now' : 'later'](body)
}

function isCompressible(headers: Headers): boolean {
  const type = headers.get('content-type') ?? ''
  if (!/^(?:text\/|application\/(?:[\w.+-]*json|javascript|[\w.+-]*xml))/.test(type)) return false
  return !headers.has('content-encoding') && !headers.get('cache-control')?.includes('no-transform')
}

/** Of those that the caller accepts, the one that it prefers; brotli where it has no preference. */
export function preferredEncoding(accepted: string | null): Encoding | undefined {
  if (!accepted) return undefined
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const).toSorted((a, b) => weightOf(b) - weightOf(a))
  return best && weightOf(best) > 0 ? best : undefined
}
