import { z } from 'zod'

const claims = z.looseObject({ iat: z.number().min(0).max(8_640_000_000) })

/**
 * Whether the token is written in the one way that its hash stands for: no spaces, which a header would drop, and no
 * base64url segment that decodes like another one.
 */
export function isCanonicalToken(token: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(token)) return false
  const segments = token.split('.')
  return segments.length !== 3 || segments.every((segment) => reencode(segment) === segment)
}

/** The moment by which the provider had issued the token; undefined for an opaque one. Whole seconds are rounded up. */
export function readIssueTime(token: string): Date | undefined {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return undefined
  const { iat } = readClaims(payload) ?? {}
  if (iat === undefined) return undefined
  return new Date(Number.isInteger(iat) ? (iat + 1) * 1_000 : iat * 1_000)
}

function readClaims(payload: string): z.output<typeof claims> | undefined {
  try {
    return claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

function reencode(segment: string): string {
  return Buffer.from(segment, 'base64url').toString('base64url')
}
