import { verify } from 'node:crypto'
import type { AppCredentials } from '../app-credentials.ts'
import { ApiError } from './errors.ts'

const lifetimeMaxSeconds = 600

/** Accepts only an RS256 token signed by one of the App's keys, issued by its id or client id, alive for at most 10 minutes. */
export function verifyAppToken(
  token: string,
  { app, credentials }: { app: { id: number; clientId: string }; credentials: AppCredentials },
  now: Date,
): void {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = decode(payload)
  if (decode(header).alg !== 'RS256') throw undecodable()
  const signed = Buffer.from(`${header}.${payload}`)
  const isBy = (publicKeyPem: string) => verify('RSA-SHA256', signed, publicKeyPem, Buffer.from(signature, 'base64url'))
  if (!credentials.keys.some(({ publicKeyPem }) => isBy(publicKeyPem))) throw undecodable()
  assertIssuer(claims.iss, app)
  assertTimes(claims, Math.floor(now.getTime() / 1000))
}

export function looksLikeJsonWebToken(token: string): boolean {
  return token.split('.').length === 3
}

export function undecodable(): ApiError {
  return new ApiError(401, 'A JSON web token could not be decoded')
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    throw undecodable()
  }
  throw undecodable()
}

function assertIssuer(issuer: unknown, app: { id: number; clientId: string }): void {
  if (issuer === undefined) throw new ApiError(401, "Missing 'issuer' claim ('iss')")
  if (issuer !== app.id && issuer !== String(app.id) && issuer !== app.clientId) {
    throw new ApiError(404, 'Integration not found')
  }
}

function assertTimes(claims: Record<string, unknown>, now: number): void {
  const { iat, exp } = claims
  if (typeof exp !== 'number' || exp <= now) {
    throw new ApiError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    )
  }
  if (exp > now + lifetimeMaxSeconds) {
    throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future")
  }
  if (typeof iat !== 'number' || !Number.isInteger(iat) || iat > now) {
    throw new ApiError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    )
  }
}
