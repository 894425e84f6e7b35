import { Failure } from '../domain/failure.ts'
import { readAtMost } from '../domain/read-at-most.ts'
import { findRepeatedKey } from './repeated-key.ts'

/** The whole body, of which no more than `limit` bytes are ever held. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  // The connection gives no more bytes than were announced.
  if (request.headers.has('content-length')) return readAnnounced(request, limit)
  const bytes = await readAtMost(request.body, limit)
  if (!bytes) throw tooLarge(limit)
  return bytes
}

async function readAnnounced(request: Request, limit: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > limit) throw tooLarge(limit)
  return bytes
}

function tooLarge(limit: number): Failure {
  return new Failure('body_too_large', `The body may hold ${limit} bytes.`)
}

/**
 * The JSON value of a body; an empty one counts as an empty object. A key that an object holds twice is refused, since
 * parsers differ on which of the two values counts.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text, refuseUnsafeKey)
    const repeated = findRepeatedKey(text)
    if (repeated !== undefined) throw new RefusedKey(`The key ${JSON.stringify(repeated)} is there twice.`)
    return value
  } catch (error) {
    const detail = reasonOf(error)
    throw new Failure('invalid_request', detail, { errors: [{ pointer: '', message: detail }] })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RefusedKey) return error.message
  // What is nested deeper than the stack reaches may well be JSON.
  return error instanceof RangeError ? 'The body is nested too deeply.' : 'The body is not JSON.'
}

class RefusedKey extends Error {}

function refuseUnsafeKey(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw new RefusedKey(`The key "${key}" is not allowed.`)
  return value
}
