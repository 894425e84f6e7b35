import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '#test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' }

async function post(path: string, body: object, cookie?: string): Promise<Response> {
  const headers = { ...json, ...(cookie && { cookie }) }
  return service.router(
    new Request(`${service.origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

function get(path: string, cookie: string): Promise<Response> {
  return service.router(new Request(`${service.origin}/api/v1${path}`, { headers: { cookie } }))
}

function cookieOf(response: Response, name: string): string {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith(`${name}=`))
  return cookie?.split(';')[0] ?? ''
}

type Tokens = { user_token: string; encryption_key: string; refresh_token: string }

async function startLogin(deviceId = 'device'): Promise<{ preLogin: string; device: object }> {
  const answer = await post('/auth/provider/social/device/', { device_id: deviceId })
  const body = (await answer.json()) as { device_token: string; device_encryption_key: string }
  const device = { deviceToken: body.device_token, deviceEncryptionKey: body.device_encryption_key }
  return { preLogin: cookieOf(answer, 'jobwright_login'), device }
}

async function logIn(device: object): Promise<Tokens> {
  const login = await fetch(`${service.wallets.url}/sandbox/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persona: 'oscar', ...device }),
  })
  const { data } = (await login.json()) as { data: { userToken: string; encryptionKey: string; refreshToken: string } }
  return { user_token: data.userToken, encryption_key: data.encryptionKey, refresh_token: data.refreshToken }
}

async function signIn(cookies = ''): Promise<{ cookie: string; preLogin: string; tokens: Tokens }> {
  const { preLogin, device } = await startLogin()
  const tokens = await logIn(device)
  const exchanged = await post('/auth/provider/exchange/', tokens, [preLogin, cookies].filter(Boolean).join('; '))
  expect(exchanged.status).toBe(200)
  return { cookie: cookieOf(exchanged, 'jobwright'), preLogin, tokens }
}

const credentials = () => service.sql`select refresh_token_sealed from provider_credentials order by user_id`

/** What a person's cookie alone yields: the wallet session of a challenge. */
async function walletSessionOf(cookie: string): Promise<Pick<Tokens, 'user_token' | 'encryption_key'>> {
  await post('/onboarding/client/', {}, cookie)
  const answer = await post('/client/wallet/initialize/', {}, cookie)
  return ((await answer.json()) as { wallet_session: Pick<Tokens, 'user_token' | 'encryption_key'> }).wallet_session
}

async function codeOf(response: Response): Promise<[number, string]> {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

test('the session cookie is opaque, HTTP-only and same-site, and never holds a provider token', async () => {
  const device = await post('/auth/provider/social/device/', { device_id: 'device' })
  for (const cookie of device.headers.getSetCookie()) expect(cookie).toMatch(/Path=\/; HttpOnly; SameSite=Lax/)
  const { cookie } = await signIn()
  expect((await get('/auth/me/', cookie)).status).toBe(200)
})

test('identity text from a browser is no identity: an invented token makes no user and no session', async () => {
  const device = await post('/auth/provider/social/device/', { device_id: 'device' })
  const before = await service.sql`select (select count(*) from users) users, (select count(*) from sessions) sessions`
  const forged = { user_token: 'oscar@example.test', encryption_key: 'x', refresh_token: 'x' }
  const answer = await post('/auth/provider/exchange/', forged, cookieOf(device, 'jobwright_login'))
  expect(await codeOf(answer)).toEqual([401, 'identity_not_verified'])
  expect(
    await service.sql`select (select count(*) from users) users, (select count(*) from sessions) sessions`,
  ).toEqual(before)
})

test('an exchange without this browser’s own sign-in is refused, and a sign-in is used once (row 9)', async () => {
  const { preLogin, tokens } = await signIn()
  expect(await codeOf(await post('/auth/provider/exchange/', tokens))).toEqual([400, 'login_state_invalid'])
  expect(await codeOf(await post('/auth/provider/exchange/', tokens, preLogin))).toEqual([400, 'login_state_invalid'])
})

test('a stolen cookie does not yield a fresh session, neither while its owner is signed in nor afterwards', async () => {
  const { cookie, tokens } = await signIn()
  const taken = await walletSessionOf(cookie)
  const before = [await credentials(), await service.sql`select count(*) from sessions`]
  const attempts = [
    { ...taken, refresh_token: 'invented' },
    { ...taken, refresh_token: tokens.refresh_token },
    { ...tokens, user_token: ` ${taken.user_token}` },
    tokens,
  ]
  const replayAll = async () => {
    for (const attempt of attempts) {
      const { preLogin } = await startLogin()
      const answer = await post('/auth/provider/exchange/', attempt, preLogin)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(cookieOf(answer, 'jobwright')).toBe('')
    }
  }
  await replayAll()
  await post('/auth/logout/', {}, cookie)
  await replayAll()
  expect([await credentials(), await service.sql`select count(*) from sessions`]).toEqual(before)
})

test('a token that the service renewed opens no session either', async () => {
  const { cookie } = await signIn()
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update provider_credentials set issued_at = now() - interval '50 minutes'`
  })
  const renewed = await walletSessionOf(cookie)
  const { preLogin } = await startLogin()
  const answer = await post('/auth/provider/exchange/', { ...renewed, refresh_token: 'invented' }, preLogin)
  expect(await codeOf(answer)).toEqual([401, 'identity_not_verified'])
})

test('a provider login that is older than the sign-in it is handed in for is refused', async () => {
  const earlier = await startLogin()
  const tokens = await logIn(earlier.device)
  const later = await startLogin()
  expect(await codeOf(await post('/auth/provider/exchange/', tokens, later.preLogin))).toEqual([
    401,
    'identity_not_verified',
  ])
  expect((await post('/auth/provider/exchange/', tokens, earlier.preLogin)).status).toBe(200)
})

test('a refresh token that is not of the same login and device replaces none', async () => {
  await signIn()
  const before = await credentials()
  const other = await startLogin('other device')
  const otherTokens = await logIn(other.device)
  const own = await startLogin()
  const tokens = await logIn(own.device)
  for (const refresh_token of ['invented', otherTokens.refresh_token]) {
    const answer = await post('/auth/provider/exchange/', { ...tokens, refresh_token }, own.preLogin)
    expect(await codeOf(answer)).toEqual([401, 'identity_not_verified'])
  }
  const third = await startLogin('third device')
  const elsewhere = await post('/auth/provider/exchange/', await logIn(own.device), third.preLogin)
  expect(await codeOf(elsewhere)).toEqual([401, 'identity_not_verified'])
  expect(await credentials()).toEqual(before)
  expect((await post('/auth/provider/exchange/', tokens, own.preLogin)).status).toBe(200)
})

test('one person is signed in in two browsers at once, and both use the wallet', async () => {
  const first = await signIn()
  const second = await signIn()
  for (const { cookie } of [first, second]) expect(await walletSessionOf(cookie)).toHaveProperty('user_token')
})

test('a sign-in that was started more than 15 minutes ago is refused by the database’s clock (row 5)', async () => {
  const device = await post('/auth/provider/social/device/', { device_id: 'device' })
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update pre_logins set expires_at = now() - interval '1 second'`
  })
  const { tokens } = await signIn()
  expect(await codeOf(await post('/auth/provider/exchange/', tokens, cookieOf(device, 'jobwright_login')))).toEqual([
    400,
    'login_state_invalid',
  ])
})

test('signing in again restores the same person under a new session and ends the one that the browser had (row 2)', async () => {
  const first = await signIn()
  const user = ((await (await get('/auth/me/', first.cookie)).json()) as { user: { id: string } }).user.id
  const second = await signIn(first.cookie)
  expect(second.cookie).not.toBe(first.cookie)
  expect((await get('/auth/me/', first.cookie)).status).toBe(401)
  expect(((await (await get('/auth/me/', second.cookie)).json()) as { user: { id: string } }).user.id).toBe(user)
})

test('a copied cookie is worthless on the very next request after logout, on every protected path (row 1)', async () => {
  const { cookie } = await signIn()
  const out = await post('/auth/logout/', {}, cookie)
  expect([out.status, cookieOf(out, 'jobwright')]).toEqual([204, 'jobwright='])
  for (const path of ['/auth/me/', '/client/wallet/', '/client/job-drafts/', '/client/jobs/', '/client/dashboard/']) {
    expect(await codeOf(await get(path, cookie)), path).toEqual([401, 'unauthenticated'])
  }
})

test.each([
  ['after 24 hours without use', "update session_uses set last_seen_at = now() - interval '25 hours'"],
  ['after 7 days', "update sessions set expires_at = now() - interval '1 second'"],
])('a session ends %s', async (_, change) => {
  const { cookie } = await signIn()
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx.unsafe(change)
  })
  expect((await get('/auth/me/', cookie)).status).toBe(401)
})

test('tampered, truncated and foreign envelopes authenticate nobody and break nothing (rows 3, 4)', async () => {
  const { cookie, preLogin } = await signIn()
  const sealed = cookie.slice('jobwright='.length)
  const bad = [
    sealed.slice(0, -8),
    sealed.slice(1),
    `${sealed.slice(0, 60)}${sealed[60] === 'a' ? 'b' : 'a'}${sealed.slice(61)}`,
    preLogin.slice('jobwright_login='.length),
    'Fe26.2**x',
    '',
  ]
  for (const value of bad) expect((await get('/auth/me/', `jobwright=${value}`)).status, value.slice(0, 20)).toBe(401)
})

test('two cookies of the same name are refused, since one of them is not ours (row 6)', async () => {
  const { cookie } = await signIn()
  expect(await codeOf(await get('/auth/me/', `${cookie}; jobwright=planted`))).toEqual([400, 'invalid_request'])
})

test('capabilities are additive, adding one again changes nothing, and each change is on record once', async () => {
  const { cookie } = await signIn()
  expect(await (await post('/onboarding/client/', {}, cookie)).json()).toEqual({
    capabilities: ['client'],
    workspace: 'client',
  })
  await post('/onboarding/client/', {}, cookie)
  const both = { capabilities: ['agent_owner', 'client'], workspace: 'combined' }
  expect(await (await post('/onboarding/agent-owner/', {}, cookie)).json()).toEqual(both)
  const added =
    await service.sql`select evidence->>'capability' as capability from events where name = 'user.capability_added' order by 1`
  expect(added.map((row) => row.capability)).toEqual(['agent_owner', 'client'])
})

test('a database dump holds no usable provider token and no session secret (row 86)', async () => {
  const { cookie, tokens } = await signIn()
  const dump = JSON.stringify([
    await service.sql`select * from provider_credentials`,
    await service.sql`select * from sessions`,
  ])
  for (const secret of [...Object.values(tokens), cookie.slice('jobwright='.length)]) expect(dump).not.toContain(secret)
})
