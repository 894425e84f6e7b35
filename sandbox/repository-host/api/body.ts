import type { Context } from 'hono'
import { ApiError } from './errors.ts'

const bodyMaxBytes = 8 * 1024 * 1024

/** The request's body as text; 413 as soon as it exceeds 8 MiB, however it is sent. */
export async function readBodyText(c: Context): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > bodyMaxBytes) throw new ApiError(413, 'Payload too big')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
