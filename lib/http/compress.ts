import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { LightResponse } from './light-response.ts'

/**
 * The cheapest of each: dearer ones save a tenth of the bytes for three times the processor time. Gzip takes half of what
 * brotli takes, so brotli is for answers that are kept.
 */
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
export type Encoding = keyof typeof encoders
const encodings = ['br', 'gzip'] as const

export type EncodableBody = {
  body: string
  /** The body in each encoding that was asked for so far. */
  encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

/** Up to here, handing the bytes to another thread keeps the event loop busier than compressing them. */
const atOnceBytes = 32 * 1_024

/** A shorter answer gains nothing. */
const shortestBytes = 1_024

/**
 * The answer in the encoding that the caller prefers, if it is long enough. Never one that says `no-transform`: those hold
 * secrets, whose length beside a caller's own text would tell them.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response
  if (!isCompressible(headers)) return response
  headers.append('vary', 'accept-encoding')
  const encoding = preferredEncoding(request.headers.get('accept-encoding'), 'gzip')
  if (!encoding || !response.body) return response
  const body = new Uint8Array(await response.arrayBuffer())
  if (body.byteLength < shortestBytes) return new LightResponse(body, { status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  const etag = headers.get('etag')
  // Other bytes of the same version: no longer a strong tag.
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  return new LightResponse(new Uint8Array(await encode(encoding, body)), { status, headers })
}

/** An answer that may be kept, compressed once for each encoding that its readers prefer; says so in `headers`. */
export async function inPreferredEncoding(
  request: Request,
  { body, encoded }: EncodableBody,
  { headers, ours }: { headers: Headers; ours: Encoding },
): Promise<string | Uint8Array<ArrayBuffer>> {
  headers.set('vary', 'accept-encoding')
  const encoding = preferredEncoding(request.headers.get('accept-encoding'), ours)
  if (!encoding || body.length < shortestBytes) return body
  const short = encoded.get(encoding) ?? encode(encoding, Buffer.from(body)).then((bytes) => new Uint8Array(bytes))
  encoded.set(encoding, short)
  headers.set('content-encoding', encoding)
  return short
}

async function encode(encoding: Encoding, body: Uint8Array): Promise<Buffer> {
  return encoders[encoding][body.byteLength <= atOnceBytes ? 'now' : 'later'](body)
}

function isCompressible(headers: Headers): boolean {
  const type = headers.get('content-type') ?? ''
  if (!/^(?:text\/|application\/(?:[\w.+-]*json|javascript|[\w.+-]*xml))/.test(type)) return false
  // A handler that sets this header has decided.
  if (headers.get('vary')?.includes('accept-encoding')) return false
  return !headers.has('content-encoding') && !headers.get('cache-control')?.includes('no-transform')
}

/** Callers send few different ones. */
const preferred = new LRUCache<string, Encoding | 'none'>({ max: 200 })

/** Of those that the caller accepts, the one that it prefers; `ours` where it has no preference. */
export function preferredEncoding(accepted: string | null, ours: Encoding): Encoding | undefined {
  if (!accepted) return undefined
  const key = `${ours} ${accepted}`
  const known = preferred.get(key) ?? prefer(accepted, ours)
  preferred.set(key, known)
  return known === 'none' ? undefined : known
}

function prefer(accepted: string, ours: Encoding): Encoding | 'none' {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = [ours, ...encodings].toSorted((a, b) => weightOf(b) - weightOf(a))
  return best && weightOf(best) > 0 ? best : 'none'
}
