import type { z } from 'zod'
import { Failure } from '../domain/failure.ts'
import { isStorable } from '../domain/storable.ts'
import { errorDetails } from './error-details.ts'

/** The parameters after the question mark; each may be sent once. */
export function readQuery(request: Request): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  const start = request.url.indexOf('?')
  if (start < 0) return query
  for (const [name, value] of new URLSearchParams(request.url.slice(start).split('#')[0])) {
    if (name in query) throw new Failure('invalid_request', `The parameter ${name} was sent more than once.`)
    query[name] = value
  }
  return query
}

/**
 * A part of a request as its schema reads it; a path that does not fit leads nowhere, anything else is not valid. Text
 * that the database cannot hold fits no schema.
 */
export function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  code: 'not_found' | 'invalid_request',
): unknown {
  if (!schema) return undefined
  const result = isStorable(value) ? schema.safeParse(value) : undefined
  if (result?.success) return result.data
  if (code === 'not_found') throw new Failure('not_found', 'There is no such thing.')
  const unstorable = [{ pointer: '', message: 'holds a character that cannot be stored' }]
  const errors = result ? errorDetails(result.error.issues) : unstorable
  throw new Failure('invalid_request', 'The request does not have the documented form.', { errors })
}
