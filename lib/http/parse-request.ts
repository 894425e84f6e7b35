import type { z } from 'zod'
import { Failure } from '../domain/failure.ts'
import { findUnstorable } from '../domain/storable.ts'
import { errorDetails, pointerTo } from './error-details.ts'
import { issueText } from './issue-text.ts'

/** What the query says, as its schema reads it; an operation without one takes no parameter. */
export function parseQuery(schema: z.ZodType | undefined, request: Request): unknown {
  const query = readQuery(request)
  const [unknown] = schema ? [] : Object.keys(query)
  if (unknown !== undefined) throw refuseParameter(unknown, 'is not one of this operation’s; it takes none')
  return parsePart(schema, query, 'invalid_request')
}

/** The parameters after the question mark; each may be sent once. */
export function readQuery(request: Request): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  const start = request.url.indexOf('?')
  if (start < 0) return query
  for (const pair of (request.url.slice(start + 1).split('#')[0] ?? '').split('&')) {
    if (pair === '') continue
    const equals = pair.includes('=') ? pair.indexOf('=') : pair.length
    const rawName = pair.slice(0, equals)
    const name = decode(rawName)
    const value = decode(pair.slice(equals + 1))
    if (name === undefined || value === undefined)
      throw refuseParameter(name ?? rawName, 'is not UTF-8 in percent encoding')
    if (name in query) throw refuseParameter(name, 'was sent more than once')
    query[name] = value
  }
  return query
}

/** As forms encode it; undefined for what is no text, which URLSearchParams would change silently. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function refuseParameter(name: string, message: string): Failure {
  const errors = [{ pointer: pointerTo([name]), message }]
  return new Failure('invalid_request', `The parameter ${name} ${message}.`, { errors })
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
  const unstorable = findUnstorable(value)
  const result = unstorable ? undefined : schema.safeParse(value, { error: issueText })
  if (result?.success) return result.data
  if (code === 'not_found') throw new Failure('not_found', 'There is no such thing.')
  const errors = result
    ? errorDetails(result.error.issues)
    : [{ pointer: pointerTo(unstorable ?? []), message: 'This holds a character that cannot be stored.' }]
  throw new Failure('invalid_request', 'The request does not have the documented form.', { errors })
}
