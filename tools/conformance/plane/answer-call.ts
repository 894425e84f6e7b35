import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { readAtMost } from '#lib/domain/read-at-most.ts'
import type { Answered } from '../../contract/answer-check.ts'
import { type Answer, problem } from './answer.ts'
import { endpointAt, type Operation } from './contract.ts'
import type { Call, Plane } from './plane.ts'

const bodyMax = 8 * 1024 * 1024
const bearer = /^Bearer (jwr_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_[A-Za-z0-9_-]{43})$/

/** Answers one request of the runtime and notes what is wrong with it. */
export async function answerCall(plane: Plane, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', plane.origin)
  const endpoint = endpointAt(request.method ?? '', pathname)
  if (!endpoint) return plane.other(request, response)
  const at = Date.now()
  const bytes = await readAtMost(request, bodyMax)
  if (!bytes) throw new Error('The body is too large.')
  const text = bytes.toString('utf8')
  const body = readForm(plane, endpoint, request, text)
  const { operationId: operation } = endpoint
  const call: Call = { operation, text, body, credential: readCredential(plane, request), headers: request.headers, at }
  const isAccepted = plane.credentials.accepts(call.credential)
  const list = isAccepted ? plane.calls : plane.refused
  list.push(call)
  const answer = isAccepted ? await handle(plane, call) : problem('credential_revoked')
  response.once('close', () => {
    call.answeredAt = Date.now()
  })
  call.answer = await send(response, answer, endpoint.reply)
  call.status = call.answer?.status
  call.answeredAt = Date.now()
}

function readForm(
  plane: Plane,
  endpoint: { operationId: Operation; body?: z.ZodType | undefined },
  request: IncomingMessage,
  text: string,
): Record<string, unknown> {
  const isJson = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === 'application/json'
  if (!endpoint.body) return {}
  const value = isJson ? parse(text) : undefined
  const parsed = endpoint.body.safeParse(value)
  if (parsed.success) return { ...Object(value) }
  const [issue] = parsed.error.issues
  const what = isJson ? `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}` : 'the body is not sent as JSON'
  plane.faults.push({ kind: 'form', text: `${endpoint.operationId}: ${what}` })
  return { ...Object(value) }
}

function readCredential(plane: Plane, request: IncomingMessage): string {
  const { authorization = '', cookie } = request.headers
  const found = bearer.exec(authorization)?.[1]
  if (!found) plane.faults.push({ kind: 'credential', text: `Authorization was “${authorization.slice(0, 20)}…”` })
  if (cookie !== undefined) plane.faults.push({ kind: 'cookie', text: `${request.url} was sent a cookie` })
  return found ?? ''
}

function handle(plane: Plane, call: Call): Answer | Promise<Answer> {
  const [first, ...rest] = plane.oneTime.get(call.operation) ?? []
  if (first) plane.oneTime.set(call.operation, rest)
  const handler = first ?? plane.handlers.get(call.operation)
  return handler ? handler(call) : problem('not_found')
}

/** An answer that is no refusal must be one that the contract knows: this program keeps to it too. */
async function send(
  response: ServerResponse,
  answer: Answer,
  reply: { status: number; schema?: z.ZodType | undefined },
): Promise<Answered | undefined> {
  if (answer.write) {
    await answer.write(response)
    return undefined
  }
  const status = answer.status ?? reply.status
  const body = status < 300 && reply.schema ? reply.schema.parse(answer.body) : answer.body
  // A cookie that no runtime may send back.
  const headers = { 'content-type': 'application/json', 'set-cookie': 'conformance=1; Path=/', ...answer.headers }
  const text = JSON.stringify(body)
  response.writeHead(status, headers).end(text)
  return { status, contentType: headers['content-type'], text }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
