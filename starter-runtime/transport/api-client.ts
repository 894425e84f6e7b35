import { z } from 'zod'
import type { Endpoint, Wire } from '#lib/api/endpoint.ts'
import { readAtMost } from '#lib/domain/read-at-most.ts'
import { reasonOf } from '../print.ts'
import { unreachable } from './api-error.ts'
import { parseReply, refusalOf } from './parse-reply.ts'

const timeoutMs = 20_000
const answerMax = 16 * 1024 * 1024

type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType | undefined ? Wire<Exclude<E['body'], undefined>> : never
type ReplyOf<E extends Endpoint> = z.output<Extract<E['reply']['schema'], z.ZodType>>

export type CallOptions = { credential: string; baseUrl: string; signal?: AbortSignal; etag?: string | undefined }
export type Reply<E extends Endpoint> = { status: number; value: ReplyOf<E>; etag: string | undefined }

/** Calls one operation with a credential. Throws ApiError: refused, or no answer within time, size and form. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  body: BodyOf<E> | undefined,
  options: CallOptions,
): Promise<Reply<E> | 'unchanged'> {
  const response = await send(endpoint, body === undefined ? undefined : JSON.stringify(body), options)
  if (response.status === 304) return 'unchanged'
  const value = parseJson(await readCapped(response))
  if (!response.ok) throw refusalOf(response, value)
  const schema = endpoint.reply.schema ?? z.undefined()
  return { status: response.status, value: asReply(schema, value), etag: response.headers.get('etag') ?? undefined }

  /** The schema is the endpoint's own, so what it lets through is the endpoint's reply. */
  function asReply(own: z.ZodType, given: unknown): ReplyOf<E> {
    return parseReply(own, given) as ReplyOf<E>
  }
}

/** Sends a body exactly as it stands, byte for byte. */
export async function sendExactly(endpoint: Endpoint, text: string, options: CallOptions): Promise<void> {
  const response = await send(endpoint, text, options)
  const value = parseJson(await readCapped(response))
  if (!response.ok) throw refusalOf(response, value)
  if (endpoint.reply.schema) parseReply(endpoint.reply.schema, value)
}

async function send(endpoint: Endpoint, body: string | undefined, options: CallOptions): Promise<Response> {
  const url = `${options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}${endpoint.path}`
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${options.credential}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.etag) headers['if-none-match'] = options.etag
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    })
  } catch (error) {
    throw unreachable(`The control plane does not answer: ${reasonOf(error)}.`)
  }
}

async function readCapped(response: Response): Promise<string> {
  try {
    const bytes = await readAtMost(response.body, answerMax)
    if (!bytes) throw new Error('it is too large')
    return bytes.toString('utf8')
  } catch (error) {
    throw unreachable(`The control plane’s answer could not be read: ${reasonOf(error)}.`)
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
