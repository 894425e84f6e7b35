import { Failure } from '../domain/failure.ts'

/** The version in If-Match, as this API writes its ETags; null without the header. */
export function readIfMatch(request: Request): number | null {
  const header = request.headers.get('if-match')
  if (header === null) return null
  const match = /^"(\d{1,9})"$/.exec(header.trim())
  if (!match?.[1]) throw new Failure('invalid_request', 'If-Match must be the ETag of the draft, such as "3".')
  return Number(match[1])
}
