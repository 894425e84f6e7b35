import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import type { AnyEndpoint } from '../../api/endpoint.ts'
import { problem } from '../../api/scalars.ts'
import { type FailureCode, failureKinds } from '../../domain/failure.ts'
import { responseHeaders } from './headers.ts'

/** The declared failures and those that the wrapper adds to every operation of this kind. */
export function allFailures(endpoint: AnyEndpoint): FailureCode[] {
  const common: FailureCode[] = ['invalid_request', 'request_timeout', 'rate_limited', 'headers_too_large', 'internal']
  if (!endpoint.isAlone) common.push('unavailable')
  if (endpoint.access === 'session') common.push('unauthenticated', 'ambiguous_credentials', 'wrong_credential')
  if (endpoint.access === 'token')
    common.push('unauthenticated', 'ambiguous_credentials', 'wrong_credential', 'token_invalid', 'insufficient_scope')
  if (endpoint.access === 'token' && endpoint.scope === 'agents:write') common.push('person_required')
  if (endpoint.capability) common.push('capability_required')
  if (endpoint.access === 'runtime')
    common.push('unauthenticated', 'ambiguous_credentials', 'wrong_credential', 'credential_revoked', 'network_refused')
  const isUnsafe = endpoint.method !== 'GET'
  if (isUnsafe) common.push('unsupported_media_type')
  if (isUnsafe && (endpoint.access === 'session' || endpoint.access === 'public')) common.push('cross_origin')
  if (endpoint.method !== 'GET') common.push('body_too_large')
  if (endpoint.params) common.push('not_found')
  if (endpoint.role) common.push('wrong_channel')
  if (endpoint.idempotency) common.push('idempotency_in_progress', 'idempotency_mismatch')
  if (endpoint.idempotency === 'required') common.push('idempotency_key_required')
  return [...common, ...endpoint.failures]
}

/** One response per status, naming every code that it may carry. */
export function problemResponses(endpoint: AnyEndpoint): RouteConfig['responses'] {
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of new Set(allFailures(endpoint))) {
    const { status } = failureKinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: RouteConfig['responses'] = {}
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const description = codes.map((code) => `\`${code}\`: ${failureKinds[code].title}.`).join('\n\n')
    const canWait = codes.some((code) => failureKinds[code].retryable)
    const headers = responseHeaders('x-request-id', ...(canWait ? (['retry-after'] as const) : []))
    responses[status] = { description, headers, content: { 'application/problem+json': { schema: problem } } }
  }
  return responses
}
