import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { inTransaction } from '../store/database.ts'
import { findReply, insertReply } from '../store/idempotency.ts'
import type { WireContext } from './authentication.ts'
import { WireError } from './errors.ts'

/** The field that every repeatable write carries. */
export const idempotencyKey = z.uuidv4().transform((key) => key.toLowerCase())

type Body = { idempotencyKey: string }
type Commit = () => object

/**
 * Does a write once per idempotency key: 201 and its result, then 200 and always the same result; the key with other
 * content is 156020. `prepare` checks and answers the write itself, which runs with its record in one transaction.
 */
export async function answerOnce(
  c: WireContext,
  provider: Provider,
  body: Body,
  prepare: () => Commit | Promise<Commit>,
): Promise<Response> {
  const fingerprint = fingerprintOf(c, body)
  const earlier = replay(provider, body.idempotencyKey, fingerprint)
  if (earlier) return c.json({ data: earlier }, 200)

  const commit = await prepare()
  const [status, data] = inTransaction(provider.db, () => {
    // Another request with this key may have finished while this one was being prepared.
    const finished = replay(provider, body.idempotencyKey, fingerprint)
    if (finished) return [200, finished] as const
    const reply = commit()
    insertReply(provider.db, body.idempotencyKey, fingerprint, reply, provider.now())
    return [201, reply] as const
  })
  return c.json({ data }, status)
}

function replay(provider: Provider, key: string, fingerprint: string): object | undefined {
  const stored = findReply(provider.db, key)
  if (!stored) return undefined
  if (stored.fingerprint !== fingerprint) throw new WireError(156020)
  const reply: object = JSON.parse(stored.reply_json)
  return reply
}

function fingerprintOf(c: WireContext, body: Body): string {
  const user = c.get('session')?.user_id ?? ''
  const content = canonicalize([c.req.method, c.req.path, user, body])
  return createHash('sha256').update(String(content)).digest('hex')
}
