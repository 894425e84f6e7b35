import { createHash } from 'node:crypto'
import { type IdempotencyScope, releaseKey, saveResponse, takeKey, takeOverKey } from '../data/idempotency.ts'
import { Failure } from '../domain/failure.ts'
import type { Context } from '../usecases/context.ts'

const keyPattern = /^[\x21-\x7e]{8,200}$/

type Keyed = { operation: string; key: string; principal: string; payload: unknown }

/** The request's key; `idempotency_key_required` when the operation needs one and there is none. */
export function readIdempotencyKey(request: Request, need: 'optional' | 'required' | undefined): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (!need) return undefined
  if (key === undefined && need === 'required') {
    throw new Failure(
      'idempotency_key_required',
      'Send an Idempotency-Key header, a fresh UUID for each new intention, the same for each retry.',
    )
  }
  if (key !== undefined && !keyPattern.test(key)) {
    throw new Failure('invalid_request', 'The Idempotency-Key must have 8 to 200 visible ASCII characters.')
  }
  return key
}

/**
 * Answers the first request with a key and replays that answer, byte for byte, to every later one. A first request that
 * died is taken over after a minute. Failures that a retry may heal free the key.
 */
export async function onceOnly(ctx: Context, keyed: Keyed, answer: () => Promise<Response>): Promise<Response> {
  const scope = { principal: keyed.principal, operation: keyed.operation, key: keyed.key }
  const fingerprint = createHash('sha256').update(JSON.stringify(keyed.payload)).digest('hex')
  const earlier = await takeKey(ctx.db, scope, fingerprint)
  if (earlier && earlier.fingerprint !== fingerprint) {
    throw new Failure('idempotency_mismatch', 'This Idempotency-Key was used with another request; use a fresh one.')
  }
  if (earlier?.responseSealed) return replay(ctx, scope, earlier.responseSealed)
  if (earlier && !(await takeOverKey(ctx.db, scope))) {
    throw new Failure('idempotency_in_progress', 'The first request with this key is still running.', {
      retryAfterSeconds: 2,
    })
  }
  return remember(ctx, scope, answer)
}

async function remember(ctx: Context, scope: IdempotencyScope, answer: () => Promise<Response>): Promise<Response> {
  let response: Response
  try {
    response = await answer()
  } catch (error) {
    await releaseKey(ctx.db, scope)
    throw error
  }
  if (response.status >= 500) {
    await releaseKey(ctx.db, scope)
    return response
  }
  const body = await response.text()
  const stored = {
    status: response.status,
    body,
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
  }
  const responseSealed = ctx.vault.seal(JSON.stringify(stored), placeOf(scope))
  await saveResponse(ctx.db, scope, { status: response.status, responseSealed })
  return new Response(body || null, { status: response.status, headers: response.headers })
}

function replay(ctx: Context, scope: IdempotencyScope, sealed: string): Response {
  const stored = JSON.parse(ctx.vault.open(sealed, placeOf(scope))) as {
    status: number
    body: string
    type: string | null
    etag: string | null
  }
  const headers = new Headers({ 'idempotent-replayed': 'true', 'cache-control': 'private, no-store' })
  if (stored.type) headers.set('content-type', stored.type)
  if (stored.etag) headers.set('etag', stored.etag)
  return new Response(stored.body || null, { status: stored.status, headers })
}

function placeOf(scope: IdempotencyScope): string {
  return `idempotency_keys/${scope.principal}/${scope.operation}/${scope.key}`
}
