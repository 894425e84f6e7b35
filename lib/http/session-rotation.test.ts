import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { startWebProgram, type WebProgram } from '#test/web-program.ts'

const [older, newer] = ['the older secret of these sessions', 'the newer secret of these sessions']

let service: Service
/** Web programs in the order of a rotation. */
let programs: Record<'before' | 'first' | 'second' | 'after', WebProgram>
beforeAll(async () => {
  service = await startService()
  const withSecrets = (...secrets: string[]) => startWebProgram(service, { SESSION_SECRET: secrets.join() })
  programs = {
    before: withSecrets(older),
    first: withSecrets(older, newer),
    second: withSecrets(newer, older),
    after: withSecrets(newer),
  }
})
afterAll(() => service.stop())

let clara: Person
/** Where the next request of Clara’s browser goes. */
let at: keyof typeof programs
beforeEach(() => {
  const { login, places } = service.person('clara')
  clara = new Person('clara', login, places, (url, init) => programs[at].send(new Request(url, init)))
})

async function statusAt(program: keyof typeof programs, person = clara): Promise<number> {
  at = program
  return (await person.send(`${service.origin}/api/v1/auth/me/`)).status
}

async function signInAt(program: keyof typeof programs): Promise<void> {
  at = program
  await clara.signIn()
}

test.each([
  ['before', 'first'],
  ['first', 'second'],
  ['second', 'after'],
] as const)(
  'while programs of the step “%s” give way to those of “%s”, people stay signed in on both',
  async (from, to) => {
    await signInAt(from)
    expect([await statusAt(to), await statusAt(from), await statusAt(to)]).toEqual([200, 200, 200])
    await signInAt(to)
    expect([await statusAt(from), await statusAt(to)]).toEqual([200, 200])
  },
)

test('a cookie of the old secret is sealed by the new one when its person comes back, and outlives the old one', async () => {
  await signInAt('before')
  const early = clara.cookieHeader()
  expect([await statusAt('first'), clara.cookieHeader()]).toEqual([200, early])
  expect(await statusAt('second')).toBe(200)
  const renewed = clara.cookieHeader()
  expect(renewed).not.toBe(early)
  expect([await statusAt('after'), await statusAt('second'), clara.cookieHeader()]).toEqual([200, 200, renewed])
  const answer = await programs.after.send(
    new Request(`${service.origin}/api/v1/auth/me/`, { headers: { cookie: early } }),
  )
  expect(answer.status).toBe(401)
})

test('a renewed cookie is of the same session, which ends when it would have ended', async () => {
  await signInAt('before')
  const session = (await clara.call('getMe')).session
  await statusAt('second')
  expect((await clara.call('getMe')).session).toMatchObject({ id: session.id, expires_at: session.expires_at })
  const renewed = clara.cookieHeader()
  at = 'after'
  await clara.call('logout')
  expect(clara.cookieHeader()).not.toContain('jobwright=')
  const answer = await programs.after.send(
    new Request(`${service.origin}/api/v1/auth/me/`, { headers: { cookie: renewed } }),
  )
  expect(answer.status).toBe(401)
})

test('signing out with a cookie of the old secret leaves none behind', async () => {
  await signInAt('before')
  at = 'second'
  await clara.call('logout')
  expect(clara.cookieHeader()).not.toContain('jobwright=')
})

test('a sign-in that was started before the exchange is completed after it', async () => {
  at = 'before'
  await clara.call('startSocialLogin', { body: { device_id: 'device' } })
  const started = clara.cookieHeader()
  expect(started).toContain('jobwright_login=')
  at = 'second'
  const answer = await clara.send(`${service.origin}/api/v1/auth/provider/exchange/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_token: 'a'.repeat(40), encryption_key: 'x', refresh_token: 'x' }),
  })
  expect(await answer.json()).toMatchObject({ code: 'identity_not_verified' })
})
