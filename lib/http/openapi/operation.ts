import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import type { AnyEndpoint, RateClass } from '../../api/endpoint.ts'
import { toProgramPath } from '../../api/program-paths.ts'
import type { RateLimits } from '../rate-limit.ts'
import { problemResponses } from './failures.ts'
import { idempotencyKey, ifMatch, ifNoneMatch, responseHeaders, signatureHeaders } from './headers.ts'

const principals: Record<RateClass, string> = {
  account: 'account',
  money: 'account, across all operations that can move money',
  pairing: 'account, across all operations that can contact runtimes',
  anonymous: 'network of the caller',
  webhook: 'network of the sender',
  runtime: 'network of the runtime',
  page: 'network of the caller',
  image: 'network of the caller',
  health: 'network of the caller, counted separately',
  readiness: 'network of the caller, counted separately',
}

/** One operation of the document, all of it read from the endpoint object. */
export function toPath(endpoint: AnyEndpoint, limits: RateLimits): RouteConfig {
  const { params, query, body, reply } = endpoint
  const content = contentOf(endpoint)
  const headers = responseHeaders(...answerHeaders(endpoint))
  const pending = reply.pending ? { 202: { description: reply.pending, headers, ...content } } : {}
  return {
    method: endpoint.method.toLowerCase() as RouteConfig['method'],
    path: endpoint.path,
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describe(endpoint, limits),
    security: securityOf(endpoint),
    parameters: headerParameters(endpoint),
    request: {
      ...(params && { params: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(body && {
        body: { required: !endpoint.body?.safeParse({}).success, content: { 'application/json': { schema: body } } },
      }),
      ...(endpoint.access === 'webhook' && webhookBody),
    },
    responses: {
      [reply.status]: { description: reply.description, headers, ...content },
      ...(hasTag(endpoint) && { 304: { description: 'The version that you have is current.' } }),
      ...pending,
      ...problemResponses(endpoint),
    },
  }
}

/** A reader may ask whether what it has is the newest. */
function hasTag({ versioned, isShared }: AnyEndpoint): boolean {
  return versioned === 'read' || isShared === true
}

function contentOf({ reply }: AnyEndpoint): { content?: Record<string, { schema: z.ZodType }> } {
  const types = Object.values(reply.media?.types ?? {})
  if (types.length > 0) return { content: Object.fromEntries(types.map(({ type, schema }) => [type, { schema }])) }
  if (reply.stream) {
    const { type, description, json } = reply.stream
    return { content: { 'application/json': { schema: json }, [type]: { schema: z.string().meta({ description }) } } }
  }
  return reply.schema ? { content: { 'application/json': { schema: reply.schema } } } : {}
}

const webhookBody = {
  body: {
    required: true,
    description: 'The body as sent by the provider. The signature covers its raw bytes.',
    content: { 'application/json': { schema: { type: 'object' as const, additionalProperties: true } } },
  },
}

function securityOf({ access }: AnyEndpoint): Record<string, string[]>[] {
  if (access === 'session') return [{ session: [] }]
  if (access === 'token') return [{ apiToken: [] }]
  return access === 'runtime' ? [{ runtime: [] }] : []
}

function headerParameters(endpoint: AnyEndpoint): NonNullable<RouteConfig['parameters']> {
  const { operationId, idempotency, versioned } = endpoint
  return [
    ...(idempotency ? [idempotencyKey(idempotency === 'required')] : []),
    ...(versioned === 'write' ? [ifMatch] : []),
    ...(hasTag(endpoint) ? [ifNoneMatch] : []),
    ...(operationId in signatureHeaders ? signatureHeaders[operationId as keyof typeof signatureHeaders] : []),
  ]
}

function answerHeaders(endpoint: AnyEndpoint): Parameters<typeof responseHeaders> {
  const names: Parameters<typeof responseHeaders> = ['x-request-id', 'ratelimit-policy', 'ratelimit']
  if (endpoint.versioned || endpoint.isShared) names.push('etag')
  if (endpoint.versioned === 'create') names.push('location')
  if (endpoint.isShared) names.push('cache-control', 'age')
  if (endpoint.isImmutable) names.push('cache-control')
  if (endpoint.idempotency) names.push('idempotent-replayed')
  if (endpoint.setsCookie) names.push('set-cookie')
  return names
}

function describe(endpoint: AnyEndpoint, limits: RateLimits): string {
  const notes = [endpoint.description]
  if (endpoint.role) notes.push(`For runtimes with the ${endpoint.role} role.`)
  if (endpoint.scope)
    notes.push(
      endpoint.access === 'token'
        ? `Requires a token with the scope \`${endpoint.scope}\`.`
        : `Programs call it at \`${toProgramPath(endpoint.path)}\` with the scope \`${endpoint.scope}\`.`,
    )
  if (endpoint.capability) notes.push(`Requires the \`${endpoint.capability}\` capability.`)
  if (endpoint.isShared)
    notes.push(
      'The response is the same for every caller; credentials are ignored. It may be as old as `Cache-Control` says.',
    )
  const rate = rateOf(endpoint)
  notes.push(`Rate limit \`${rate}\`: ${limits[rate]} requests per minute per ${principals[rate]}.`)
  return notes.join('\n\n')
}

/** The limit that a request of this operation counts against. */
export function rateOf({ rate, access }: AnyEndpoint): RateClass {
  if (rate) return rate
  const byAccess = {
    session: 'account',
    token: 'account',
    public: 'anonymous',
    runtime: 'runtime',
    webhook: 'webhook',
  } as const
  return byAccess[access]
}
