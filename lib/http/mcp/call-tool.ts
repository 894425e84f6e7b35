import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Endpoint } from '../../api/endpoint.ts'
import { toProgramPath } from '../../api/program-paths.ts'
import { targetOf } from '../../api/target-of.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { pageOf } from '../../domain/page-of.ts'
import { parsePart } from '../parse-request.ts'
import { peerHeader } from '../peer.ts'
import { problemText } from '../problem.ts'
import type { Router } from '../router.ts'
import { operationOf, pageInput, pageTool } from './tools.ts'

/** The message that brought the call, and what its answer says beside the result. */
export type Exchange = { request: Request; requestId: string; origin: string; headers: Headers }

const callInput = z.strictObject({
  params: z.record(z.string(), z.unknown()).default({}),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  body: z.unknown().optional(),
  idempotency_key: z.string().optional(),
  if_match: z.int().optional(),
})
type CallInput = z.output<typeof callInput>

/** Carries out a tool's call as a request of a program, so every rule for those holds here; undefined for no tool. */
export async function callTool(
  programs: Router,
  { name, input }: { name: string; input: unknown },
  exchange: Exchange,
): Promise<CallToolResult | undefined> {
  const endpoint = operationOf(name)
  if (!endpoint && name !== pageTool.name) return undefined
  try {
    if (!endpoint) return text(findPage(input ?? {}, exchange.origin))
    const response = await programs(toRequest(endpoint, readInput(endpoint, input ?? {}), exchange))
    for (const [header, value] of response.headers)
      if (header.startsWith('ratelimit')) exchange.headers.set(header, value)
    return toResult(await response.text(), response, exchange.origin)
  } catch (error) {
    if (!isFailure(error)) throw error
    const request = { pathname: new URL(exchange.request.url).pathname, method: 'POST' }
    return { ...text(problemText(error, request, exchange.requestId)), isError: true }
  }
}

/** Parameters of the path are checked here: one that fits no schema could lead to another operation. */
function readInput(endpoint: Endpoint, input: unknown): CallInput {
  const read = parsePart(callInput, input, 'invalid_request') as CallInput
  const shape = z.object({ params: endpoint.params ?? z.strictObject({}) })
  parsePart(shape, { params: read.params }, 'invalid_request')
  return read
}

function toRequest(endpoint: Endpoint, input: CallInput, { request, origin }: Exchange): Request {
  const { method, path } = endpoint
  const { params, query, body, idempotency_key, if_match } = input
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' })
  for (const name of ['authorization', 'x-forwarded-for', peerHeader]) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (idempotency_key !== undefined) headers.set('idempotency-key', idempotency_key)
  if (if_match !== undefined) headers.set('if-match', `"${if_match}"`)
  const carries = method !== 'GET' && method !== 'DELETE'
  return new Request(new URL(toProgramPath(targetOf(path, { params, query })), origin), {
    method,
    headers,
    signal: request.signal,
    ...(carries && { body: JSON.stringify(body ?? {}) }),
  })
}

/** The answer as it came. A refusal names pages in full, since a person opens them elsewhere. */
function toResult(content: string, { ok, headers }: Response, origin: string): CallToolResult {
  if (ok) return text(content || 'Done.')
  const problem = JSON.parse(content) as { next_actions: { href?: string }[] }
  const next_actions = problem.next_actions.map((action) =>
    action.href?.startsWith('/') ? { ...action, href: new URL(action.href, origin).href } : action,
  )
  const seconds = headers.get('retry-after')
  const shown = { ...problem, next_actions, ...(seconds && { retry_after_seconds: Number(seconds) }) }
  return { ...text(JSON.stringify(shown)), isError: true }
}

function findPage(input: unknown, origin: string): string {
  const { operation, params } = parsePart(pageInput, input, 'invalid_request') as z.output<typeof pageInput>
  const endpoint = operationOf(operation)
  if (!endpoint) throw new Failure('not_found', 'There is no such operation.')
  const page = pageOf({ href: targetOf(endpoint.path, { params }) }) ?? '/settings'
  return JSON.stringify({ summary: endpoint.summary, who: 'the person, signed in', page: new URL(page, origin).href })
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] }
}
