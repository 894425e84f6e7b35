import type { Context } from 'hono'
import type { z } from 'zod'
import { type FieldError, WireError } from './errors.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** The body if it has this shape; otherwise error 2 with a list of what is wrong. */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const body: unknown = await c.req.json().catch(() => {
    throw new WireError(2, [{ error: 'invalid', message: 'the body is not JSON', location: 'body' }])
  })
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(
    (issue): FieldError => ({
      error: issue.code,
      message: issue.message,
      location: issue.path.map(String).join('.') || 'body',
    }),
  )
  throw new WireError(2, fields)
}

/** A path segment that must be a UUID. */
export function readId(c: Context, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!isUuid(id)) throw new WireError(156009)
  return id.toLowerCase()
}
