import { createHash } from 'node:crypto'
import { Failure } from '../domain/failure.ts'

/** A version that must be the one now; `any` is whichever there is. */
export type WantedVersion = number | 'any'

/** The version in If-Match, as this API writes its ETags, weak where the answer was compressed; null without the header. */
export function readIfMatch(request: Request): WantedVersion | null {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined) return null
  if (header === '*') return 'any'
  const match = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]{1,30})?"$/.exec(header)
  if (!match?.[1])
    throw new Failure('invalid_request', 'If-Match must be the ETag of what is changed, such as "3", or *.')
  return Number(match[1])
}

/** The tag of an answer that also tells what changes without a new version. */
export function versionTag(version: number, reply: object): string {
  const digest = createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 12)
  return `"${version}.${digest}"`
}
