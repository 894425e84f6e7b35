import type { z } from 'zod'
import type { Endpoint, Parsed, RateClass } from '../api/endpoint.ts'
import { toProgramPath } from '../api/program-paths.ts'
import { toProgramEndpoint } from '../api/programs.ts'
import { Failure, isFailure } from '../domain/failure.ts'
import type { OperationId } from '../domain/operations.ts'
import { type Context, requireCapability, requireUser } from '../usecases/context.ts'
import { authenticateRuntime } from '../usecases/runtime/authenticate-runtime.ts'
import { authenticateProgram } from './authenticate-program.ts'
import { countForNetwork } from './counted.ts'
import { onceOnly, readIdempotencyKey } from './idempotency.ts'
import { isKnown } from './is-known.ts'
import { keepPrivately } from './keep-privately.ts'
import { LightResponse } from './light-response.ts'
import { measured } from './measured.ts'
import { networkOf } from './network-of.ts'
import { assertJson, assertJsonBody, assertNoForm, assertSameOrigin } from './origin.ts'
import { parsePart, parseQuery } from './parse-request.ts'
import { peerOf } from './peer.ts'
import { problemResponse } from './problem.ts'
import { withProgramActions } from './program-actions.ts'
import { parseJson, readBody } from './read-body.ts'
import { refused } from './refused.ts'
import type { RouteHandler } from './route-handler.ts'
import { resolveActor } from './session.ts'
import { web } from './web.ts'
import { runtimeCredentialExpected, sessionExpected } from './wrong-credential.ts'

type Shape = z.ZodType | undefined

/** What a handler is given: validated parts of the request, the context, and the answer's headers. */
export type Exchange<Params extends Shape, Query extends Shape, Body extends Shape> = {
  ctx: Context
  request: Request
  params: Parsed<Params>
  query: Parsed<Query>
  body: Parsed<Body>
  /** The body's bytes as they came; signatures are over these. */
  bytes: Uint8Array
  idempotencyKey: string | undefined
  headers: Headers
}

/** What a handler answers, as it is written on the wire. */
export type Reply<S extends Shape> = S extends z.ZodType ? z.input<S> : undefined
type Handler<Params extends Shape, Query extends Shape, Body extends Shape, Answer extends Shape> = (
  exchange: Exchange<Params, Query, Body>,
) => Promise<Reply<Answer>>
/** What a repeated request is answered with, made from the first answer; throws when its caller may not read it now. */
type Replay<Params extends Shape, Query extends Shape, Body extends Shape, Answer extends Shape> = (
  exchange: Exchange<Params, Query, Body>,
  stored: Reply<Answer>,
) => Promise<Reply<Answer>>
type Answerer<Params extends Shape, Query extends Shape, Body extends Shape, Answer extends Shape> = {
  handler: Handler<Params, Query, Body, Answer>
  replay: Replay<Params, Query, Body, Answer>
}
const defaultBodyLimit = 1024 * 1024

/**
 * Binds an endpoint to its handler. Refusals come in a fixed order: size, rate, origin, authentication, capability, path,
 * idempotency key, body; one that comes before any limit is counted for the network. The reply is parsed by its schema,
 * so that nothing else can leak.
 */
export function handle<
  Id extends OperationId,
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
>(
  endpoint: Endpoint<Id, Params, Query, Body, Answer>,
  handler: Handler<Params, Query, Body, Answer>,
  replay: Replay<Params, Query, Body, Answer> = async (_, stored) => stored,
): RouteHandler {
  const forPrograms = toProgramEndpoint(endpoint)
  return measured(endpoint.operationId, async (request, route) => {
    const served = route?.isProgram ? forPrograms : endpoint
    const requestId = crypto.randomUUID()
    const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'private, no-store' })
    try {
      const params = (await route?.params) ?? {}
      const made = { request, rawParams: params, requestId, headers }
      const make = () => answer(served, { handler, replay }, made)
      const response = endpoint.isAlone ? await make() : await web().services.watch.during(make)
      if (endpoint.isImmutable) keepPrivately(headers)
      if (endpoint.holdsSecret) response.headers.set('cache-control', 'private, no-store, no-transform')
      addHeaders(response.headers, headers)
      return isKnown(request, response.headers.get('etag'))
        ? new LightResponse(null, { status: 304, headers: response.headers })
        : response
    } catch (error) {
      const over = await countForNetwork(request, headers)
      return refused(over ?? error, endpoint, { request, requestId, headers })
    }
  })
}

/** What the answer does not say itself; most answers have the headers of their call anyway. */
function addHeaders(answered: Headers, headers: Headers): void {
  if (answered === headers) return
  for (const [name, value] of headers) if (!answered.has(name) || name === 'set-cookie') answered.append(name, value)
}

type Call = { request: Request; rawParams: Record<string, string>; requestId: string; headers: Headers }

async function answer<Params extends Shape, Query extends Shape, Body extends Shape, Answer extends Shape>(
  endpoint: Endpoint<OperationId, Params, Query, Body, Answer>,
  { handler, replay }: Answerer<Params, Query, Body, Answer>,
  call: Call,
): Promise<Response> {
  const { request, headers } = call
  const limit = endpoint.bodyLimit ?? defaultBodyLimit
  if (Number(request.headers.get('content-length') ?? 0) > limit)
    throw new Failure('body_too_large', `The body may hold ${limit} bytes.`)
  const ctx = await authenticate(endpoint, call)
  const params = parsePart(endpoint.params, call.rawParams, 'not_found') as Parsed<Params>
  const key = readIdempotencyKey(request, endpoint.idempotency)
  const query = parseQuery(endpoint.query, request) as Parsed<Query>
  const bytes = await readBody(request, limit)
  if (endpoint.access === 'webhook') assertNoForm(request)
  else if (bytes.byteLength > 0) assertJsonBody(request)
  const json = endpoint.body ? parseJson(bytes) : null
  const body = parsePart(endpoint.body, json, 'invalid_request') as Parsed<Body>
  if (!endpoint.body && endpoint.access !== 'webhook' && bytes.byteLength > 2)
    throw new Failure('invalid_request', 'This operation takes no body.')

  const exchange = { ctx, request, params, query, body, bytes, idempotencyKey: key, headers }
  const run = async (db = ctx.db) => toResponse(endpoint, await handler({ ...exchange, ctx: { ...ctx, db } }), call)
  if (!key || endpoint.storesNoAnswer || ctx.actor.kind !== 'user') return run()
  const payload = { params: call.rawParams, body: json }
  const { operationId: operation, effectSeenBy } = endpoint
  const keyed = { operation, key, principal: ctx.actor.userId, payload, effectSeenBy }
  return onceOnly(ctx, keyed, {
    answer: (db) => run(db).catch((error: unknown) => failed(error, call)),
    replay: (stored) => replay(exchange, stored as Reply<Answer>),
  })
}

/** A refusal is an answer like any other for the idempotency key; an accident is not, nor one that a new sign-in ends. */
function failed(error: unknown, call: Call): Response {
  if (isFailure(error) && error.code !== 'recent_sign_in_required')
    return problemResponse(error, call.request, call.requestId)
  throw error
}

async function authenticate(endpoint: Endpoint, call: Call): Promise<Context> {
  const { request, requestId, headers } = call
  const { env, services, sessionCookie, rateLimiter } = web()
  const count: Count = (rate, key) => rateLimiter.count(rate, key, headers)
  if (endpoint.access === 'webhook') {
    await count('webhook', networkOf(peerOf(request)))
    return { ...services, actor: { kind: 'system', name: 'webhook' }, requestId }
  }
  if (endpoint.access === 'public') await count(endpoint.rate ?? 'anonymous', networkOf(peerOf(request)))
  if (endpoint.access === 'runtime') return authenticateAsRuntime(endpoint, call, count)
  if (endpoint.access === 'token') return authenticateProgram(endpoint, call, count)
  assertSameOrigin(request, env.PUBLIC_ORIGIN)
  assertJson(request)
  if (!endpoint.isForEverybody && request.headers.has('authorization'))
    throw sessionExpected(request.headers.has('cookie'))
  const ctx: Context = {
    ...services,
    actor: endpoint.access === 'session' ? await resolveActor(request) : { kind: 'anonymous' },
    requestId,
  }
  if (endpoint.access === 'session') {
    if (ctx.actor.kind !== 'user') await count('anonymous', networkOf(peerOf(request)))
    const user = requireUser(ctx)
    const renewed = await sessionCookie.renew(request)
    if (renewed) headers.append('set-cookie', renewed)
    await count(endpoint.rate ?? 'account', user.userId)
    if (endpoint.capability) requireCapability(ctx, endpoint.capability)
  }
  return ctx
}

type Count = (rate: RateClass, key: string) => Promise<void>

/** Runtimes send a bearer credential and never a cookie; the role in the credential decides the channel. */
async function authenticateAsRuntime(endpoint: Endpoint, call: Call, count: Count): Promise<Context> {
  const { request, requestId } = call
  await count('runtime', networkOf(peerOf(request)))
  const authorization = request.headers.get('authorization')
  if (request.headers.has('cookie'))
    throw runtimeCredentialExpected(authorization === null ? 'cookie' : 'cookie and bearer')
  assertJson(request)
  if (authorization === null) throw runtimeCredentialExpected('nothing')
  const bearer = /^Bearer (jwr_[\x21-\x7e]{1,200})$/.exec(authorization)?.[1]
  if (!bearer) throw runtimeCredentialExpected('other bearer')
  const { services } = web()
  const actor = await authenticateRuntime(services, bearer, peerOf(request))
  if (endpoint.role && endpoint.role !== actor.role)
    throw new Failure('wrong_channel', `This channel is for ${endpoint.role} runtimes; yours is a ${actor.role}.`)
  return { ...services, actor, requestId }
}

/** The answer with the headers of its call, which are not copied. */
function toResponse(endpoint: Endpoint, reply: unknown, { rawParams, headers }: Call): Response {
  const { schema, status, media, stream } = endpoint.reply
  const location = headers.get('location')
  if (location && endpoint.access === 'token') headers.set('location', toProgramPath(location))
  if (!schema) return new LightResponse(null, { status, headers })
  const body = schema.parse(reply)
  // Compression reads an answer to its end first; a stream is sent as it comes.
  if (media && (typeof body === 'string' || body instanceof ReadableStream)) {
    const type = media.types[rawParams[media.parameter] ?? '']?.type ?? 'application/octet-stream'
    return new LightResponse(body, { status, headers: { 'content-type': type, vary: 'accept-encoding' } })
  }
  if (stream && body instanceof ReadableStream)
    // A proxy that gathers the answer would hold back what has just happened.
    return new LightResponse(body, {
      status,
      headers: { 'content-type': stream.type, vary: 'accept, accept-encoding', 'x-accel-buffering': 'no' },
    })
  const isPending = endpoint.reply.pending !== undefined && (body as { status?: unknown }).status === 'pending'
  headers.set('content-type', 'application/json')
  const shown = endpoint.access === 'token' ? withProgramActions(body) : body
  return new LightResponse(JSON.stringify(shown), { status: isPending ? 202 : status, headers })
}
