import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asUser,
  authorize,
  callbackUrl,
  createApp,
  install,
  play,
  signIn,
  startTestHost,
  type TestHost,
} from '../test-host.ts'

let host: TestHost
let now = Date.now()

beforeAll(async () => {
  host = await startTestHost({ now: () => new Date(now) })
})
afterAll(() => host.remove())

async function exchange(fields: Record<string, string>) {
  const { clientId, clientSecret } = host.app
  const answer = await fetch(`${host.url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

const consentUrl = (more: Record<string, string> = {}) =>
  `${host.url}/login/oauth/authorize?${new URLSearchParams({ client_id: host.app.clientId, redirect_uri: callbackUrl, ...more })}`

describe('consent', () => {
  test("the SDK's authorisation URL leads to a page that names the App and every persona", async () => {
    const { url } = createApp(host).oauth.getWebFlowAuthorizationUrl({ state: 'abc' })
    expect(url.startsWith(`${host.url}/login/oauth/authorize?`)).toBe(true)
    const page = await (await fetch(url)).text()
    expect(page).toContain('Authorize Jobwright')
    expect(page).toContain('value="vito-verifier"')
    expect(page).toContain('name="state" value="abc"')
  })

  test('what a request brings along is escaped in the page, and the page may run no script', async () => {
    const answer = await fetch(consentUrl({ state: '"><script>alert(1)</script>' }))
    expect(await answer.text()).not.toContain('<script>')
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  })

  test('the callback gets the state back, or access_denied when the person cancels', async () => {
    const granted = await authorize(host, 'clara-client', { state: 's-1' })
    expect(granted.get('state')).toBe('s-1')
    expect(granted.get('code')).toMatch(/^[0-9a-f]{20}$/)
    const denied = await authorize(host, 'clara-client', { state: 's-2', decision: 'cancel' })
    expect(Object.fromEntries(denied)).toMatchObject({ error: 'access_denied', state: 's-2' })
    expect(denied.get('code')).toBeNull()
  })

  test('a redirect_uri that is not registered never gets a code', async () => {
    const answer = await fetch(consentUrl({ redirect_uri: 'https://evil.example/' }), { redirect: 'manual' })
    const location = answer.headers.get('location') ?? ''
    expect(location.startsWith(callbackUrl)).toBe(true)
    expect(new URL(location).searchParams.get('error')).toBe('redirect_uri_mismatch')
    const unknown = await fetch(`${host.url}/login/oauth/authorize?client_id=nobody`)
    expect(unknown.status).toBe(404)
  })

  test('a signed-in person who agreed before is not asked again', async () => {
    await signIn(host, 'oscar-owner')
    const signedIn = await fetch(`${host.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ login: 'oscar-owner' }),
      redirect: 'manual',
    })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const again = await fetch(consentUrl({ state: 'x' }), { headers: { cookie }, redirect: 'manual' })
    expect(again.status).toBe(302)
    const otherAccount = await fetch(consentUrl({ login: 'clara-client' }), { headers: { cookie }, redirect: 'manual' })
    expect(otherAccount.status).toBe(200)
  })

  test('a form sent from another site is refused', async () => {
    const answer = await fetch(`${host.url}/login/oauth/authorize`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ client_id: host.app.clientId, login: 'clara-client' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(403)
  })
})

describe('codes', () => {
  test('a code works once', async () => {
    const code = (await authorize(host, 'clara-client')).get('code') ?? ''
    expect(await exchange({ code })).toMatchObject({ token_type: 'bearer', expires_in: 28_800, scope: '' })
    expect(await exchange({ code })).toMatchObject({ error: 'bad_verification_code' })
  })

  test('a code dies after ten minutes', async () => {
    const code = (await authorize(host, 'clara-client')).get('code') ?? ''
    now += 601_000
    expect(await exchange({ code })).toMatchObject({ error: 'bad_verification_code' })
  })

  test('a code bound to a PKCE challenge needs its verifier', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const bound = { code_challenge: challenge, code_challenge_method: 'S256' }
    const first = (await authorize(host, 'clara-client', bound)).get('code') ?? ''
    expect(await exchange({ code: first })).toMatchObject({ error: 'bad_verification_code' })
    const second = (await authorize(host, 'clara-client', bound)).get('code') ?? ''
    expect(await exchange({ code: second, code_verifier: 'wrong' })).toMatchObject({ error: 'bad_verification_code' })
    const third = (await authorize(host, 'clara-client', bound)).get('code') ?? ''
    expect(await exchange({ code: third, code_verifier: verifier })).toMatchObject({ token_type: 'bearer' })
  })

  test('a wrong secret or redirect_uri gets no token', async () => {
    const code = (await authorize(host, 'clara-client')).get('code') ?? ''
    expect(await exchange({ code, client_secret: 'wrong' })).toMatchObject({ error: 'incorrect_client_credentials' })
    expect(await exchange({ code, redirect_uri: 'https://evil.example/' })).toMatchObject({
      error: 'redirect_uri_mismatch',
    })
  })

  test('without an Accept header the answer is a form, as documented', async () => {
    const code = (await authorize(host, 'clara-client')).get('code') ?? ''
    const { clientId, clientSecret } = host.app
    const answer = await fetch(`${host.url}/login/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, code }),
    })
    expect(new URLSearchParams(await answer.text()).get('access_token')).toMatch(/^ghu_/)
  })
})

describe('user tokens', () => {
  const createToken = async (login: string) => {
    const app = createApp(host)
    const code = (await authorize(host, login)).get('code') ?? ''
    return { app, ...(await app.oauth.createToken({ code })).authentication }
  }
  const refreshTokenOf = (authentication: object) =>
    'refreshToken' in authentication ? String(authentication.refreshToken) : ''

  test('name the person who agreed, and only them', async () => {
    const { token } = await createToken('bea-both')
    const { data } = await asUser(host, token).request('GET /user')
    expect(data).toMatchObject({ login: 'bea-both', name: 'Bea Both', type: 'User' })
    await expect(asUser(host, 'ghu_nonsense').request('GET /user')).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('Bad credentials'),
    })
  })

  test('refreshing rotates both tokens; the old ones are dead at once', async () => {
    const first = await createToken('clara-client')
    const refreshToken = refreshTokenOf(first)
    const { authentication: second } = await first.app.oauth.refreshToken({ refreshToken })
    expect(second.token).toMatch(/^ghu_/)
    expect(second.refreshToken).not.toBe(refreshToken)
    await expect(asUser(host, first.token).request('GET /user')).rejects.toMatchObject({ status: 401 })
    await expect(first.app.oauth.refreshToken({ refreshToken })).rejects.toThrow(/bad_refresh_token/)
    expect((await asUser(host, second.token).request('GET /user')).data.login).toBe('clara-client')
  })

  test('end after eight hours, while the refresh token still works', async () => {
    const first = await createToken('clara-client')
    now += 8 * 3_600_000 + 1000
    await expect(asUser(host, first.token).request('GET /user')).rejects.toMatchObject({ status: 401 })
    const { authentication } = await first.app.oauth.refreshToken({ refreshToken: refreshTokenOf(first) })
    expect((await asUser(host, authentication.token).request('GET /user')).status).toBe(200)
  })

  test('can be checked and deleted by the App alone', async () => {
    const { app, token } = await createToken('clara-client')
    const checked = await app.oauth.checkToken({ token })
    expect(checked.data).toMatchObject({ user: { login: 'clara-client' }, app: { client_id: host.app.clientId } })
    const stranger = await fetch(`${host.apiUrl}/applications/${host.app.clientId}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${host.app.clientId}:wrong`)}` },
      body: JSON.stringify({ access_token: token }),
    })
    expect(stranger.status).toBe(401)
    await app.oauth.deleteToken({ token })
    await expect(app.oauth.checkToken({ token })).rejects.toMatchObject({ status: 404 })
  })

  test('all end with the authorisation, given up by the App or by the person', async () => {
    const one = await createToken('wanda-worker')
    const other = await createToken('wanda-worker')
    await one.app.oauth.deleteAuthorization({ token: one.token })
    await expect(asUser(host, other.token).request('GET /user')).rejects.toMatchObject({ status: 401 })
    const third = await createToken('wanda-worker')
    await play(host, 'DELETE', '/authorizations/wanda-worker')
    await expect(asUser(host, third.token).request('GET /user')).rejects.toMatchObject({ status: 401 })
  })
})

describe('installing', () => {
  test('ends at the callback with code, installation, action and state; a second time it is an update', async () => {
    const first = await install(host, 'clara-client', 'clara-client')
    expect(Object.fromEntries(first)).toMatchObject({ setup_action: 'install', state: 'state-1' })
    const second = await install(host, 'clara-client', 'clara-client')
    expect(second.get('setup_action')).toBe('update')
    expect(second.get('installation_id')).toBe(first.get('installation_id'))
    expect(await exchange({ code: first.get('code') ?? '' })).toMatchObject({ token_type: 'bearer' })
  })

  test('is refused on an account of others and for repositories of others', async () => {
    await expect(install(host, 'bea-both', 'acme')).rejects.toThrow(/^403/)
    await expect(install(host, 'bea-both', 'bea-both', [871_200_001])).rejects.toThrow(/^400/)
  })

  test('shows each account a person may install on, after they sign in', async () => {
    const path = `${host.url}/apps/jobwright/installations/new?state=s`
    expect(await (await fetch(path)).text()).toContain('Sign in')
    const signedIn = await fetch(`${host.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ login: 'clara-client', return_to: '/apps/jobwright/installations/new?state=s' }),
      redirect: 'manual',
    })
    expect(signedIn.headers.get('location')).toBe('/apps/jobwright/installations/new?state=s')
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = await (await fetch(path, { headers: { cookie } })).text()
    expect(page).toContain('name="account" value="acme"')
    expect(page).toContain('name="account" value="clara-client"')
    expect(page).toContain('name="state" value="s"')
  })

  test('can be undone on the settings page by those who may install', async () => {
    const id = (await install(host, 'bea-both', 'bea-both')).get('installation_id') ?? ''
    const post = (login: string, action: string) =>
      fetch(`${host.url}/settings/installations/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ login, action }),
        redirect: 'manual',
      })
    expect((await post('clara-client', 'suspend')).status).toBe(404)
    expect((await post('bea-both', 'suspend')).status).toBe(303)
    expect(
      (await play(host, 'GET', '/installations')).find((one: { id: number }) => one.id === Number(id)).suspended_at,
    ).not.toBeNull()
    expect((await post('bea-both', 'uninstall')).status).toBe(303)
    expect((await play(host, 'GET', '/installations')).map((one: { id: number }) => one.id)).not.toContain(Number(id))
  })

  test('sign-in never sends a person to another site', async () => {
    for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const answer = await fetch(`${host.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ login: 'clara-client', return_to: target }),
        redirect: 'manual',
      })
      expect(answer.headers.get('location')).toBe('/')
    }
  })
})
