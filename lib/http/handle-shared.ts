import type { z } from 'zod'
import type { Endpoint, Parsed } from '../api/endpoint.ts'
import type { OperationId } from '../domain/operations.ts'
import type { Context } from '../usecases/context.ts'
import { type SharedAnswer, sharedAnswer } from './answer-cache.ts'
import { inPreferredEncoding } from './compress.ts'
import type { Reply } from './handle.ts'
import { isKnown } from './is-known.ts'
import { LightResponse } from './light-response.ts'
import { measured } from './measured.ts'
import { networkOf } from './network-of.ts'
import { parsePart, parseQuery, readQuery } from './parse-request.ts'
import { peerOf } from './peer.ts'
import { refused } from './refused.ts'
import type { RouteHandler } from './route-handler.ts'
import { sharedCaching } from './shared-caching.ts'
import { web } from './web.ts'

type Shape = z.ZodType | undefined

/** All that a shared answer can be made of: nothing in it tells who asks. */
export type Question<Params extends Shape, Query extends Shape> = {
  ctx: Context
  params: Parsed<Params>
  query: Parsed<Query>
  /** The path with the parameters in alphabetical order. */
  target: string
}

/**
 * Binds an endpoint whose answer is the same for everybody. Every request counts against its limit; the answer comes
 * from memory while it is fresh. Cookies and credentials are not looked at.
 */
export function handleShared<Id extends OperationId, Params extends Shape, Query extends Shape, Answer extends Shape>(
  endpoint: Endpoint<Id, Params, Query, undefined, Answer>,
  read: (question: Question<Params, Query>) => Promise<Reply<Answer>>,
): RouteHandler {
  return measured(endpoint.operationId, async (request, route) => {
    const requestId = crypto.randomUUID()
    const headers = new Headers({ 'x-request-id': requestId })
    try {
      const { rateLimiter, answers, services } = web()
      await rateLimiter.count(endpoint.rate ?? 'anonymous', networkOf(peerOf(request)), headers)
      const rawParams = (await route?.params) ?? {}
      if (!endpoint.query) parseQuery(undefined, request)
      const rawQuery = endpoint.query ? readQuery(request) : {}
      const target = targetOf(endpoint.path, rawParams, rawQuery)
      const make = async () => {
        const params = parsePart(endpoint.params, rawParams, 'not_found') as Parsed<Params>
        const query = parsePart(endpoint.query, rawQuery, 'invalid_request') as Parsed<Query>
        const ctx: Context = { ...services, actor: { kind: 'anonymous' }, requestId }
        return toAnswer(endpoint, await read({ ctx, params, query, target }), rawParams)
      }
      const watched = endpoint.isAlone ? make : () => services.watch.during(make)
      const { answer, ageSeconds } = await answers.get(target, watched)
      headers.set('cache-control', sharedCaching(answers.seconds))
      headers.set('etag', answer.etag)
      headers.set('age', String(ageSeconds))
      if (isKnown(request, answer.etag)) return new LightResponse(null, { status: 304, headers })
      headers.set('content-type', answer.type)
      // Brotli is dearer, and pays where an answer is sent again.
      const ours = answers.seconds > 0 ? 'br' : 'gzip'
      return new LightResponse(await inPreferredEncoding(request, answer, { headers, ours }), { headers })
    } catch (error) {
      return refused(error, endpoint, { request, requestId, headers })
    }
  })
}

/** Equal for equal questions, in whatever order their parameters were sent. */
function targetOf(path: string, params: Record<string, string>, query: Record<string, string>): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const sorted = new URLSearchParams(
    Object.entries(query).sort(([left], [right]) => (left < right ? -1 : 1)),
  ).toString()
  return sorted === '' ? place : `${place}?${sorted}`
}

function toAnswer({ reply }: Endpoint, said: unknown, params: Record<string, string>): SharedAnswer {
  const { schema, media } = reply
  if (!schema) throw new Error('a shared answer has a schema')
  const parsed = schema.parse(said)
  const body = media && typeof parsed === 'string' ? parsed : JSON.stringify(parsed)
  const type = media?.types[params[media.parameter] ?? '']?.type ?? 'application/json'
  return sharedAnswer(body, type)
}
