import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appId, application, ask, logIn, startTestStack, type TestStack } from '../test-stack.ts'
import type { LoginResult } from './social-login.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(async () => await stack.stop())

const get = async (path: string) => await fetch(stack.url + path, { redirect: 'manual' })
const authorization = (change: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'google-client',
    redirect_uri: `${application}/sign-in`,
    state: 's-1',
    nonce: 'n-1',
    response_type: 'id_token token',
    scope: 'openid profile email',
    ...change,
  }).toString()

describe('frame pages', () => {
  test.each(['/', '/device-id', '/social/verify-token'])(
    '%s may be framed by the application alone and runs no inline code',
    async (path) => {
      const page = await get(`${path}?origin=${application}`)
      const policy = page.headers.get('content-security-policy') ?? ''
      const html = await page.text()
      expect(page.status).toBe(200)
      expect(policy).toContain(`frame-ancestors ${application}`)
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
      const files = [...html.matchAll(/(?:src|href)="(\/frame\/[^"]+)"/g)].map(([, file]) => file)
      expect(files).toHaveLength(3)
      for (const file of files) expect((await get(file ?? '')).status).toBe(200)
    },
  )

  test('another origin, or none, gets a page without code', async () => {
    for (const query of ['', '?origin=https://evil.test', `?origin=${application}.evil.test`]) {
      const page = await get(`/${query}`)
      expect(page.status).toBe(403)
      expect(await page.text()).not.toContain('<script')
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('files outside the pages’ folder are not served', async () => {
    for (const path of ['/frame/%2e%2e%2fpage.ts', '/frame/..%2fpage.js', '/frame/missing.js'])
      expect((await get(path)).status).toBe(404)
  })

  test('the private channel takes JSON only, so no form of another site can use it', async () => {
    const body = JSON.stringify({ persona: 'clara', deviceToken: 'a', deviceEncryptionKey: 'b' })
    const response = await fetch(`${stack.url}/sandbox/login`, { method: 'POST', body })
    expect(response.status).toBe(400)
  })
})

describe('social login', () => {
  test('lists everybody as a button and goes back with state and a token that the provider accepts', async () => {
    const page = await get(`/oauth/authorize?${authorization()}`)
    const html = await page.text()
    expect(html).toMatch(/<button name="persona" value="clara"/)
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${application}`)

    const chosen = await get(`/oauth/continue?${authorization({ persona: 'clara' })}`)
    const location = new URL(chosen.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(`${application}/sign-in`)
    const answer = new URLSearchParams(location.hash.slice(1))
    expect(answer.get('state')).toBe('s-1')
    const token = answer.get('id_token') ?? ''
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ nonce: 'n-1', aud: 'google-client', email: 'clara@example.test' })

    const { data } = await stack.client.createDeviceTokenForSocialLogin({ deviceId: 'laptop' })
    const device = { deviceToken: data?.deviceToken, deviceEncryptionKey: data?.deviceEncryptionKey }
    const request = { ...device, token, appId, socialLoginProvider: 'Google' }
    const result = await ask<LoginResult>(stack.url, '/sandbox/social/verify', request)
    expect(result.oAuthInfo).toMatchObject({ provider: 'Google', socialUserInfo: { email: 'clara@example.test' } })
    const { userToken } = await logIn(stack, 'clara')
    const [one, two] = [result.userToken, userToken].map((token) => stack.client.getUserStatus({ userToken: token }))
    expect((await one)?.data?.id).toBe((await two)?.data?.id)

    const forged = `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`
    const verify = (change: object) => ask(stack.url, '/sandbox/social/verify', { ...request, ...change })
    await expect(verify({ token: forged })).rejects.toMatchObject({ code: 155140 })
    await expect(verify({ appId: 'other' })).rejects.toMatchObject({ code: 155114 })
    await expect(verify({ socialLoginProvider: 'Apple' })).rejects.toMatchObject({ code: 155152 })
  })

  test.each([
    { redirect_uri: 'https://evil.test/' },
    { redirect_uri: 'javascript:alert(1)' },
    { response_type: 'code' },
    { nonce: '' },
    { state: '' },
  ])('does not go on with %o', async (change) => {
    expect((await get(`/oauth/authorize?${authorization(change)}`)).status).toBe(400)
    const chosen = await get(`/oauth/continue?${authorization({ ...change, persona: 'clara' })}`)
    expect(chosen.status).toBe(400)
    expect(chosen.headers.get('location')).toBeNull()
  })

  test('what the request says cannot become markup', async () => {
    const state = '"><script>alert(1)</script>'
    const html = await (await get(`/oauth/authorize?${authorization({ state })}`)).text()
    expect(html).not.toContain('<script>alert')
  })
})
