import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ApiError } from '../api/errors.ts'
import type { HostContext } from '../api/request.ts'

const inputMaxBytes = 4 * 1024 * 1024

/** The unpacked body of a fetch request; 413 beyond 4 MiB, counted after unpacking. */
export async function readInput(c: HostContext): Promise<Buffer> {
  if (c.req.header('content-type') !== 'application/x-git-upload-pack-request') {
    throw new ApiError(415, 'This is no fetch request.')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of unpack(c)) {
    size += chunk.byteLength
    // The rest of it stays unread, which ends this connection.
    if (size > inputMaxBytes)
      throw new ApiError(413, 'The fetch request is too big.', { headers: { connection: 'close' } })
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

/** The protocol that the client would like to speak; undefined for what no git sends. */
export function readProtocol(c: HostContext): string | undefined {
  const protocol = c.req.header('git-protocol') ?? ''
  return /^[a-z0-9=:.-]{1,100}$/.test(protocol) ? protocol : undefined
}

async function* unpack(c: HostContext): AsyncGenerator<Uint8Array> {
  const body = c.req.raw.body ?? []
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (encoding === 'identity') return yield* body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new ApiError(415, 'Only gzip is understood.')
  try {
    yield* Readable.from(body).pipe(createGunzip())
  } catch {
    throw new ApiError(400, 'The fetch request is not gzip.')
  }
}
