import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#test/people/person.ts'
import { rowsOf } from '#test/rows.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let laptop: Person
let phone: Person
beforeEach(async () => {
  laptop = await signedIn('clara')
  await laptop.call('revokeOtherSessions')
  phone = await signedIn('clara')
})

async function signedIn(persona: string): Promise<Person> {
  const person = service.person(persona)
  await person.signIn()
  return person
}

const sessionsOf = async (person: Person) => (await person.call('listSessions')).data
const idOf = async (person: Person) => (await person.call('getMe')).session.id
const isOut = async (person: Person) => codeOf(await person.send(`${service.origin}/api/v1/auth/me/`))

async function codeOf(response: Response): Promise<[number, string]> {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

async function changeSession(id: string, change: 'older' | 'idle'): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    if (change === 'older') await tx`update sessions set expires_at = now() - interval '1 second' where id = ${id}`
    else await tx`update session_uses set last_seen_at = now() - interval '24 hours 1 second' where session_id = ${id}`
  })
}

test('a person sees every live session of theirs, the newest first, and which one is asking', async () => {
  const seen = await sessionsOf(laptop)
  expect(seen.map(({ id, current }) => [id, current])).toEqual([
    [await idOf(phone), false],
    [await idOf(laptop), true],
  ])
  for (const { signed_in_at, last_seen_at, expires_at } of seen) {
    expect(Date.parse(last_seen_at)).toBeGreaterThanOrEqual(Date.parse(signed_in_at))
    expect(Date.parse(expires_at) - Date.parse(last_seen_at)).toBe(86_400_000)
  }
})

test('an ended session is refused on its very next request, and the others go on', async () => {
  await laptop.call('revokeSession', { params: { session_id: await idOf(phone) } })
  expect(await isOut(phone)).toEqual([401, 'unauthenticated'])
  expect((await sessionsOf(laptop)).map(({ current }) => current)).toEqual([true])
})

test('ending the session that asks signs out and clears its cookie', async () => {
  const id = await idOf(laptop)
  const response = await laptop.send(`${service.origin}/api/v1/auth/sessions/${id}/`, { method: 'DELETE' })
  expect([response.status, response.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
  expect(await isOut(laptop)).toEqual([401, 'unauthenticated'])
  expect(await sessionsOf(phone)).toHaveLength(1)
})

test('all other sessions end at once; the one that asks stays, and a second time there is none left to end', async () => {
  const tablet = await signedIn('clara')
  expect(await laptop.call('revokeOtherSessions')).toEqual({ revoked: 2 })
  expect([await isOut(phone), await isOut(tablet)]).toEqual([
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
  ])
  expect(await laptop.call('revokeOtherSessions')).toEqual({ revoked: 0 })
})

test('another person’s session, an ended one and one that never was are all the same: not found', async () => {
  const other = await signedIn('bea')
  const ended = await idOf(phone)
  await phone.call('logout')
  const before = await rowsOf(service.sql)
  for (const id of [await idOf(other), ended, '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10']) {
    const response = await laptop.send(`${service.origin}/api/v1/auth/sessions/${id}/`, { method: 'DELETE' })
    expect(await codeOf(response)).toEqual([404, 'not_found'])
  }
  expect(await rowsOf(service.sql)).toEqual(before)
  expect(await idOf(other)).toBeDefined()
})

test('a session ends after 24 hours without use and 7 days after sign-in, by the database’s clock, and is no longer listed (row 5)', async () => {
  const tablet = await signedIn('clara')
  await changeSession(await idOf(phone), 'idle')
  await changeSession(await idOf(tablet), 'older')
  expect([await isOut(phone), await isOut(tablet)]).toEqual([
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
  ])
  expect(await sessionsOf(laptop)).toHaveLength(1)
})

test('with a person’s last session the provider’s session leaves the web program’s reach; a new sign-in brings it back', async () => {
  const out = async () => {
    const [row] = await service.sql`select signed_out from provider_credentials c join users u on u.id = c.user_id
      where u.id = (select user_id from sessions where id = ${session})`
    return row?.signed_out
  }
  const session = await idOf(laptop)
  await laptop.call('revokeSession', { params: { session_id: await idOf(phone) } })
  expect(await out()).toBe(false)
  await laptop.call('revokeSession', { params: { session_id: session } })
  expect(await out()).toBe(true)
  await signedIn('clara')
  expect(await out()).toBe(false)
})

test('every ended session is on record once', async () => {
  const id = await idOf(phone)
  await laptop.call('revokeSession', { params: { session_id: id } })
  const events = await service.sql`select name from events where subject_id = ${id} order by id`
  expect(events.map(({ name }) => name)).toEqual(['user.signed_in', 'session.revoked'])
})

test('each capability’s onboarding state and next step are shown, from nothing to complete', async () => {
  const will = await signedIn('will')
  const onboarding = async () => (await will.call('getMe')).onboarding
  const codes = async () => (await onboarding()).next_actions.map(({ code }) => code)
  expect(await onboarding()).toMatchObject({ client: 'not_held', agent_owner: 'not_held' })
  expect(await codes()).toEqual(['become_client', 'become_agent_owner'])
  await will.call('becomeClient')
  await will.call('becomeClient')
  expect(await onboarding()).toMatchObject({ client: 'in_progress', agent_owner: 'not_held' })
  expect(await codes()).toEqual(['create_wallet', 'connect_repositories'])
  await will.call('becomeAgentOwner')
  expect((await onboarding()).agent_owner).toBe('in_progress')
  expect(await codes()).toContain('create_agent')
})

test.each(['device', 'verify', 'resend'])(
  'the e-mail-code step %s answers that social sign-in has taken its place',
  async (step) => {
    const anonymous = service.person('clara')
    const response = await anonymous.send(`${service.origin}/api/v1/auth/provider/email/${step}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'clara@example.com' }),
    })
    expect(await response.json()).toMatchObject({
      status: 403,
      code: 'email_login_disabled',
      next_actions: [{ code: 'sign_in', href: '/api/v1/auth/provider/social/device/' }],
    })
  },
)

test('what one web instance ends, another one refuses on the very next request (row 73)', async () => {
  const other = await startSecondInstance(service)
  const atOther = async (cookie: string) =>
    other(new Request(`${service.origin}/api/v1/auth/me/`, { headers: { cookie } }))
  const cookie = phone.cookieHeader()
  expect((await atOther(cookie)).status).toBe(200)
  await laptop.call('revokeSession', { params: { session_id: await idOf(phone) } })
  expect(await codeOf(await atOther(cookie))).toEqual([401, 'unauthenticated'])
})
