import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { AnyEndpoint } from '../api/endpoint.ts'
import { fencedBy, type Pool, type Transaction } from '../data/database.ts'
import {
  answerPlace,
  type HeldKey,
  type IdempotencyRow,
  type IdempotencyScope,
  noteEffect,
  releaseKey,
  saveResponse,
  takeKey,
  takeOverKey,
} from '../data/idempotency.ts'
import { Failure } from '../domain/failure.ts'
import { at, step } from '../domain/step.ts'
import type { Context } from '../usecases/context.ts'
import { LightResponse } from './light-response.ts'

const keyPattern = /^[\x21-\x7e]{8,200}$/

type Keyed = {
  operation: string
  key: string
  principal: string
  payload: object
  /** Shows what came of a request that may have its effect only once. */
  effectSeenBy?: AnyEndpoint['effectSeenBy']
}

type Answering = {
  /** Answers by the pool of this request. */
  answer: (db: Pool) => Promise<Response>
  /** Makes the reply of a repeated request from the stored one, or refuses when its caller may not read it any more. */
  replay: (stored: unknown) => Promise<unknown>
}

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
 * died is taken over after a minute. Failures that a retry may heal free the key. Requests are the same when their
 * canonical JSON is.
 */
export async function onceOnly(ctx: Context, keyed: Keyed, { answer, replay }: Answering): Promise<Response> {
  const scope = { principal: keyed.principal, operation: keyed.operation, key: keyed.key }
  const fingerprint = createHash('sha256')
    .update(canonicalize(keyed.payload) ?? '')
    .digest('hex')
  const taken = await takeKey(ctx.db, scope, fingerprint)
  const run = (lease: string) => {
    const held = { ...scope, lease }
    return remember(ctx, held, () =>
      answer(keyed.effectSeenBy ? fencedBy(ctx.db, (tx) => takeEffect(tx, held)) : ctx.db),
    )
  }
  if ('lease' in taken) return run(taken.lease)
  const { earlier } = taken
  if (earlier.fingerprint !== fingerprint) {
    throw new Failure('idempotency_mismatch', 'This Idempotency-Key was used with another request; use a fresh one.')
  }
  if (earlier.responseSealed) return repeat(openStored(ctx, scope, earlier.responseSealed), replay)
  const lease = await takeOverKey(ctx.db, scope)
  if (lease !== undefined) return run(lease)
  const isOver = earlier.effectAt !== null && earlier.lockedUntil.getTime() <= Date.now()
  throw isOver && keyed.effectSeenBy ? answerLost(keyed.effectSeenBy) : inProgress(earlier)
}

/** The first transaction of the request is its only one; that of a request which has lost its key rolls back. */
async function takeEffect(tx: Transaction, held: HeldKey): Promise<void> {
  if (!(await noteEffect(tx, held))) throw inProgress()
}

function inProgress(earlier?: IdempotencyRow): Failure {
  return new Failure('idempotency_in_progress', 'The first request with this key is still running.', {
    retryAfterSeconds: earlier ? secondsUntilTaken(earlier) : 2,
  })
}

function answerLost(seenBy: NonNullable<Keyed['effectSeenBy']>): Failure {
  const look = step('anyone', 'read_list', 'See what came of it, and use a fresh key for anything more.', at(seenBy))
  return new Failure('state_conflict', 'The first request with this key took effect, but its answer was lost.', {
    nextActions: [look],
  })
}

/** An answer mostly comes within seconds; one that did not may have died, and then the key is free when its lease ends. */
function secondsUntilTaken({ createdAt, lockedUntil }: IdempotencyRow): number {
  const isSlow = Date.now() - createdAt.getTime() > 5_000
  return isSlow ? Math.max(2, Math.ceil((lockedUntil.getTime() - Date.now()) / 1_000)) : 2
}

async function remember(ctx: Context, held: HeldKey, answer: () => Promise<Response>): Promise<Response> {
  let response: Response
  try {
    response = await answer()
  } catch (error) {
    await releaseKey(ctx.db, held)
    throw error
  }
  if (response.status >= 500 || response.status === 429) {
    await releaseKey(ctx.db, held)
    return response
  }
  const body = await response.text()
  const stored: Stored = {
    status: response.status,
    body: withoutSecrets(body),
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
    location: response.headers.get('location'),
  }
  const responseSealed = ctx.vault.seal(JSON.stringify(stored), answerPlace(held))
  await saveResponse(ctx.db, held, { status: response.status, responseSealed })
  return new LightResponse(body || null, { status: response.status, headers: response.headers })
}

type Stored = { status: number; body: string; type: string | null; etag: string | null; location?: string | null }

function openStored(ctx: Context, scope: IdempotencyScope, sealed: string): Stored {
  return JSON.parse(ctx.vault.open(sealed, answerPlace(scope)))
}

async function repeat(stored: Stored, replay: Answering['replay']): Promise<Response> {
  const headers = new Headers({ 'idempotent-replayed': 'true', 'cache-control': 'private, no-store' })
  if (stored.type) headers.set('content-type', stored.type)
  if (stored.etag) headers.set('etag', stored.etag)
  if (stored.location) headers.set('location', stored.location)
  const isReply = stored.type === 'application/json'
  const body = isReply ? JSON.stringify(await replay(JSON.parse(stored.body))) : stored.body
  return new LightResponse(body || null, { status: stored.status, headers })
}

const neverStored = ['wallet_session', 'token']

/**
 * What is never stored: the wallet session, which is the provider’s secret and of which each replay is given the one of
 * that moment, and an API token, which is shown once.
 */
function withoutSecrets(body: string): string {
  return neverStored.some((name) => body.includes(`"${name}"`))
    ? JSON.stringify(JSON.parse(body), (key, value: unknown) => (neverStored.includes(key) ? null : value))
    : body
}
