import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { createToken, sendAsProgram } from '#test/api-tokens.ts'
import { type Client, newKey, openIssue, readyClient, signInClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { tablesThatHold } from '#test/secrets-at-rest.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { isTokenText, newTokenText } from './token-text.ts'

const overview = '/api/v1/programs/overview/'
const drafts = '/api/v1/programs/client/job-drafts/'

let service: Service
let client: Client
let clara: Client['person']
beforeAll(async () => {
  service = await startService({ hasDatabaseLine: true })
  client = await readyClient(service)
  clara = client.person
})
afterEach(async () => {
  for (const { id, state } of await listed()) if (state === 'LIVE') await revoke(id)
})
afterAll(() => service.stop())

const listed = async (person = clara) => (await person.call('listApiTokens')).data
const revoke = (id: string, person = clara) => person.call('revokeApiToken', { params: { token_id: id } })
const ask = (token: string, path = overview, init: RequestInit = {}) => sendAsProgram(service, token, path, init)
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const eventsOf = (id: string) =>
  service.sql`select name, evidence from events where subject_type = 'api_token' and subject_id = ${id} order by id`
const usesOf = (id: string) => service.sql`select last_used_at from api_token_uses where token_id = ${id}`
const ageSignIns = (interval: string) =>
  write(service, (tx) => tx`update sessions set signed_in_at = signed_in_at - ${interval}::interval`)
/** Moves a token into the past, which no one can do while its triggers are there. */
const age = (id: string, days: number) =>
  write(service, async (tx) => {
    await tx`alter table api_tokens disable trigger api_tokens_keep`
    await tx`update api_tokens set created_at = created_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days}) where id = ${id}`
    await tx`alter table api_tokens enable trigger api_tokens_keep`
  })

test('a text is a token by its form and its checksum, and one wrong character is noticed', () => {
  const text = newTokenText()
  expect(text).toMatch(/^jw_pat_[0-9A-Za-z]{38}$/)
  expect(isTokenText(text)).toBe(true)
  for (let place = 'jw_pat_'.length; place < text.length; place += 1) {
    const other = text[place] === 'a' ? 'b' : 'a'
    expect(isTokenText(text.slice(0, place) + other + text.slice(place + 1)), String(place)).toBe(false)
  }
  for (const wrong of ['', 'jw_pat_', text.slice(0, -1), `${text}a`, text.toLowerCase().replace('jw_pat', 'JW_PAT')])
    expect(isTokenText(wrong)).toBe(false)
  expect(newTokenText()).not.toBe(text)
})

test('a token is shown once, listed without its text, notified and recorded', async () => {
  const body = { name: '  Deploy bot ', scopes: ['drafts:write', 'account:read', 'drafts:write'], days: 30 } as const
  const { api_token, token } = await clara.call('createApiToken', { body: { ...body, scopes: [...body.scopes] } })
  expect(isTokenText(token ?? '')).toBe(true)
  expect(api_token).toMatchObject({
    name: 'Deploy bot',
    scopes: ['account:read', 'drafts:read', 'drafts:write'],
    state: 'LIVE',
  })
  expect(Date.parse(api_token.expires_at) - Date.parse(api_token.created_at)).toBe(30 * 86_400_000)
  expect(await listed()).toEqual([api_token])
  expect(JSON.stringify(await listed())).not.toContain('jw_pat_')
  await revoke(api_token.id)
  await revoke(api_token.id)
  expect((await eventsOf(api_token.id)).map(({ name }) => name)).toEqual(['api_token.created', 'api_token.revoked'])
  const { data } = await clara.call('listNotifications', { query: { kind: 'security' } })
  expect(data.slice(0, 2).map(({ name, subject }) => [name, subject.id])).toEqual([
    ['api_token.revoked', api_token.id],
    ['api_token.created', api_token.id],
  ])
})

test('the database has the hash of a token and nothing else of it', async () => {
  const idempotencyKey = newKey()
  const body = { name: 'Kept', scopes: ['account:read' as const], days: 7 as const }
  const { api_token, token } = await clara.call('createApiToken', { body, idempotencyKey })
  await ask(token ?? '')
  const bare = (token ?? '').slice('jw_pat_'.length, -6)
  expect(await tablesThatHold(service.sql, { token: token ?? '', bare })).toEqual([])
  const [stored] = await service.sql`select response_sealed from idempotency_keys where key = ${idempotencyKey}`
  const [{ user_id: userId } = {}] = await service.sql`select user_id from api_tokens where id = ${api_token.id}`
  const aad = `idempotency_keys/${userId}/createApiToken/${idempotencyKey}`
  expect(service.services.vault.open(stored?.response_sealed, aad)).not.toContain(bare)
  expect(await clara.call('createApiToken', { body, idempotencyKey })).toEqual({ api_token, token: null })
  expect(await listed()).toHaveLength(1 + (await listed()).filter(({ state }) => state !== 'LIVE').length)
})

test('creating a token needs a sign-in of the last ten minutes; revoking one does not', async () => {
  const { id } = await createToken(clara, ['jobs:read'])
  await ageSignIns('11 minutes')
  expect(await refusal(createToken(clara, ['jobs:read']))).toMatchObject({ code: 'recent_sign_in_required' })
  await revoke(id)
  await ageSignIns('-11 minutes')
  expect((await listed()).find((one) => one.id === id)).toMatchObject({ state: 'REVOKED' })
})

test('a person has twenty tokens at most that work, however many are asked for at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 23 }, () => createToken(clara, ['jobs:read'])))
  const refused = asked.filter((one) => one.status === 'rejected').map(({ reason }) => reason.problem.code)
  expect(refused).toEqual(['state_conflict', 'state_conflict', 'state_conflict'])
  const live = (await listed()).filter(({ state }) => state === 'LIVE')
  expect(live).toHaveLength(20)
  const insert = write(
    service,
    (tx) => tx`insert into api_tokens (user_id, name, secret_hash, scopes, expires_at)
      select user_id, name, sha256('other'), scopes, expires_at from api_tokens where id = ${live[0]?.id ?? ''}`,
  )
  await expect(insert).rejects.toMatchObject({ code: 'JW005' })
  await age(live[0]?.id ?? '', 8)
  await createToken(clara, ['jobs:read'])
})

test('a token acts until it is revoked, at once, and until it expires', async () => {
  const [one, other] = [await createToken(clara, ['account:read']), await createToken(clara, ['account:read'])]
  expect((await ask(one.token)).status).toBe(200)
  await revoke(one.id)
  const revoked = await ask(one.token)
  expect([revoked.status, revoked.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await revoked.json()).toMatchObject({ code: 'token_invalid', next_actions: [{ href: '/settings/tokens' }] })
  expect((await ask(other.token)).status).toBe(200)
  await age(other.id, 7)
  expect(await codeOf(await ask(other.token))).toBe('token_invalid')
  expect((await listed()).find(({ id }) => id === other.id)).toMatchObject({ state: 'EXPIRED' })
})

test('a row of a token changes once, to be revoked, and is never given another scope or time', async () => {
  const { id } = await createToken(clara, ['jobs:read'])
  const refused = { code: 'JW002' }
  const change = (set: string) => write(service, (tx) => tx.unsafe(`update api_tokens set ${set} where id = '${id}'`))
  await expect(change(`scopes = '{agents:write}'`)).rejects.toMatchObject(refused)
  await expect(change(`expires_at = expires_at + interval '1 day'`)).rejects.toMatchObject(refused)
  await expect(change(`revoked_at = now(), name = 'Other'`)).rejects.toMatchObject(refused)
  await revoke(id)
  await expect(change('revoked_at = null')).rejects.toMatchObject(refused)
})

test('a text whose checksum is wrong is refused without the database; for another one it is needed', async () => {
  const { token } = await createToken(clara, ['account:read'])
  const wrong = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
  service.databaseLine.freeze()
  expect(await codeOf(await ask(wrong))).toBe('token_invalid')
  expect(await codeOf(await ask(newTokenText()))).toBe('unavailable')
  service.databaseLine.thaw()
  await until(
    async () => (await ask(token)).status,
    (status) => status === 200,
  )
  expect(await codeOf(await ask(newTokenText()))).toBe('token_invalid')
})

test('no token is logged, whatever becomes of its request', async () => {
  let log = ''
  const send = await startSecondInstance(service, (text) => {
    log += text
  })
  const { id, token } = await createToken(clara, ['account:read'])
  const askThere = (path: string) => sendAsProgram({ origin: service.origin, router: send }, token, path)
  expect((await askThere(overview)).status).toBe(200)
  expect((await askThere(drafts)).status).toBe(403)
  expect((await askThere('/api/v1/overview/')).status).toBe(401)
  await service.sql`alter table api_token_uses rename to api_token_uses_away`
  expect((await askThere(overview)).status).toBe(500)
  await service.sql`alter table api_token_uses_away rename to api_token_uses`
  await revoke(id)
  expect((await askThere(overview)).status).toBe(401)
  await until(
    async () => log,
    (text) => text.includes('request failed'),
  )
  expect(log).not.toContain(token.slice('jw_pat_'.length, -6))
})

test('its last use is noted at most once a minute', async () => {
  const { id, token } = await createToken(clara, ['account:read'])
  expect((await listed()).find((one) => one.id === id)?.last_used_at).toBeNull()
  await ask(token)
  const [first] = await usesOf(id)
  await ask(token)
  expect(await usesOf(id)).toEqual([first])
  await service.sql`update api_token_uses set last_used_at = now() - interval '61 seconds' where token_id = ${id}`
  await ask(token)
  expect((await usesOf(id))[0]?.last_used_at.getTime()).toBeGreaterThanOrEqual(first?.last_used_at.getTime())
})

test('a program writes a draft as its person does, and every action leads to its paths or to a page', async () => {
  const { id, token } = await createToken(clara, ['drafts:write', 'drafts:read'])
  const number = await openIssue(service)
  const body = JSON.stringify({ repository_access_id: client.access.id, number })
  const create = () => ask(token, drafts, { method: 'POST', body, headers: { 'idempotency-key': key } })
  const key = newKey()
  const [first, second] = [await create(), await create()]
  expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true'])
  const text = await first.text()
  expect(await second.text()).toBe(text)
  const draft = JSON.parse(text) as { id: string; next_actions: { code: string; method?: string; href: string }[] }
  for (const answer of [first, second]) expect(answer.headers.get('location')).toBe(`${drafts}${draft.id}/`)
  for (const { href, method } of draft.next_actions)
    expect(href.startsWith('/api/v1/programs/') || (href.startsWith('/client') && method === undefined), href).toBe(
      true,
    )
  const stale = { method: 'PATCH', headers: { 'if-match': '"9"' }, body: '{"title":"Other"}' }
  expect((await ask(token, `${drafts}${draft.id}/`, stale)).status).toBe(412)
  const [event] = await service.sql`
    select evidence from events where subject_id = ${draft.id} and name = 'draft.created'`
  expect(event?.evidence).toMatchObject({ api_token_id: id })
  expect(await clara.call('getDraft', { params: { id: draft.id } })).toMatchObject({ id: draft.id })
  const funding = await ask(token, `${drafts}${draft.id}/approval-challenge/`, { method: 'POST', body: '{}' })
  expect(await funding.json()).toMatchObject({
    code: 'person_required',
    next_actions: [{ code: 'open_page', href: `/client/drafts/${draft.id}` }],
  })
})

test('a program neither pairs a runtime nor says from which networks it may call', async () => {
  await clara.call('becomeAgentOwner')
  const { token } = await createToken(clara, ['agents:write'])
  const post = (path: string, method: string, body: object) =>
    ask(token, `/api/v1/programs/agents/${path}`, { method, body: JSON.stringify(body) })
  const pairing = { name: 'Mine', role: 'worker', pairing_token: 'service-connect://localhost:1/x' }
  expect(await codeOf(await post('', 'POST', pairing))).toMatch(/person_required|invalid_request/)
  const { id } = (await (await post('', 'POST', { name: 'Mine', role: 'worker' })).json()) as { id: string }
  expect(await codeOf(await post(`${id}/`, 'PATCH', { limits: { networks: ['192.0.2.0/24'] } }))).toBe(
    'person_required',
  )
  expect((await post(`${id}/`, 'PATCH', { name: 'Renamed' })).status).toBe(200)
})

test('what a token may do ends with what its person may, and its row with the person', async () => {
  const bea = await signInClient(service, 'bea')
  const { id, token } = await createToken(bea, ['jobs:read'])
  expect((await ask(token, '/api/v1/programs/client/jobs/')).status).toBe(200)
  const [{ user_id: userId } = {}] = await service.sql`select user_id from api_tokens where id = ${id}`
  await write(service, (tx) => tx`delete from user_capabilities where user_id = ${userId}`)
  expect(await codeOf(await ask(token, '/api/v1/programs/client/jobs/'))).toBe('capability_required')
  const [rule] = await service.sql`
    select confdeltype from pg_constraint where conname = 'api_tokens_user_id_users_id_fk'`
  expect(rule?.confdeltype).toBe('c')
})

test('ending all other sessions leaves tokens as they are', async () => {
  const { token } = await createToken(clara, ['account:read'])
  await clara.call('revokeOtherSessions')
  expect((await ask(token)).status).toBe(200)
})

test('another person neither sees a token nor revokes it', async () => {
  const { id, token } = await createToken(clara, ['account:read'])
  const bea = await signInClient(service, 'bea')
  expect((await listed(bea)).map((one) => one.id)).not.toContain(id)
  expect(await refusal(revoke(id, bea))).toMatchObject({ status: 404 })
  expect((await ask(token)).status).toBe(200)
})

test('a stream of changes ends within seconds of its token', async () => {
  const { id, token } = await createToken(clara, ['account:read'])
  const response = await ask(token, '/api/v1/programs/changes/', { headers: { accept: 'text/event-stream' } })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await revoke(id)
  const since = Date.now()
  while (!(await reader.read()).done);
  expect(Date.now() - since).toBeLessThan(10_000)
})

test('a token counts against the limit of its person’s account', async () => {
  const { token } = await createToken(clara, ['account:read'])
  const left = (response: Response) => Number(/;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1])
  const bySession = left(await clara.send(`${service.origin}/api/v1/overview/`))
  expect(left(await ask(token))).toBe(bySession - 1)
})
