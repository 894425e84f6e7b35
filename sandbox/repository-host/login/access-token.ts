import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { readBodyText } from '../api/body.ts'
import type { HostContext, HostEnv } from '../api/request.ts'
import { isClientSecret } from '../app-credentials.ts'
import type { Host } from '../context.ts'
import { spendCode } from '../store/sign-ins.ts'
import { createUserToken, refreshTokenSeconds, spendRefreshToken, userTokenSeconds } from '../store/tokens.ts'

type Answer = Record<string, string | number>

/** Where an App changes a code or a refresh token for a user token; refusals come with status 200, as at the real host. */
export function accessTokenRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.post('/login/oauth/access_token', async (c) => {
    const answer = exchange(host, await readFields(c))
    c.header('cache-control', 'no-store')
    c.header('date', host.now().toUTCString())
    if (/json/.test(c.req.header('accept') ?? '')) return c.json(answer)
    const fields = Object.entries(answer).map(([name, value]) => [name, String(value)])
    return c.body(new URLSearchParams(fields).toString(), 200, { 'content-type': 'application/x-www-form-urlencoded' })
  })
  return routes
}

function exchange(host: Host, fields: Map<string, string>): Answer {
  const isKnown = isClientSecret(host.credentials, fields.get('client_secret'))
  if (fields.get('client_id') !== host.app.clientId || !isKnown) {
    return refusal('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.')
  }
  const grant = fields.get('grant_type')
  if (grant === 'refresh_token') return exchangeRefreshToken(host, fields)
  if (grant !== undefined && grant !== 'authorization_code') {
    return refusal('unsupported_grant_type', 'The grant_type is not supported.')
  }
  return exchangeCode(host, fields)
}

function exchangeCode(host: Host, fields: Map<string, string>): Answer {
  const bad = refusal('bad_verification_code', 'The code passed is incorrect or expired.')
  const code = spendCode(host.db, fields.get('code') ?? '', host.now())
  if (!code) return bad
  const redirectUri = fields.get('redirect_uri')
  if (redirectUri !== undefined && redirectUri !== code.redirect_uri) {
    return refusal(
      'redirect_uri_mismatch',
      'The redirect_uri MUST match the registered callback URL for this application.',
    )
  }
  if (code.code_challenge !== null && challengeOf(fields.get('code_verifier') ?? '') !== code.code_challenge) return bad
  return issueTokens(host, code.user_id)
}

function exchangeRefreshToken(host: Host, fields: Map<string, string>): Answer {
  const spent = spendRefreshToken(host.db, fields.get('refresh_token') ?? '', host.now())
  if (!spent) return refusal('bad_refresh_token', 'The refresh token passed is incorrect or expired.')
  return issueTokens(host, spent.user_id)
}

function issueTokens(host: Host, userId: number): Answer {
  const { token, refreshToken } = createUserToken(host.db, userId, host.now())
  return {
    access_token: token,
    expires_in: userTokenSeconds,
    refresh_token: refreshToken,
    refresh_token_expires_in: refreshTokenSeconds,
    token_type: 'bearer',
    scope: '',
  }
}

async function readFields(c: HostContext): Promise<Map<string, string>> {
  const text = await readBodyText(c)
  const query = Object.entries(c.req.query())
  if (!/json/.test(c.req.header('content-type') ?? '')) return new Map([...query, ...new URLSearchParams(text)])
  const fields = new Map(query)
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return fields
    for (const [name, value] of Object.entries(body)) if (typeof value === 'string') fields.set(name, value)
  } catch {
    return fields
  }
  return fields
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function refusal(error: string, description: string): Answer {
  const page = 'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors'
  return { error, error_description: description, error_uri: `${page}/#${error.replaceAll('_', '-')}` }
}
