import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInOwner } from '#test/agents.ts'
import { type Client, newKey, openIssue, readyClient, readyDraft, signInClient } from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { onceOnly } from './idempotency.ts'

let service: Service
let clara: Client
/** A draft whose approval was asked for under this key. */
let challenged: { draft: { id: string }; key: string }
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

function post(person: Person, path: string, key?: string, body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) }
  return person.send(`${service.origin}/api/v1/client${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code]
}

test('a money operation without a key, or with a malformed one, is refused before anything happens', async () => {
  const draft = await readyDraft(clara, await openIssue(service))
  const path = `/job-drafts/${draft.id}/approval-challenge/`
  expect(await codeOf(await post(clara.person, path))).toEqual([400, 'idempotency_key_required'])
  for (const key of ['short', 'with space in it', 'ü'.repeat(9).normalize(), 'x'.repeat(201)]) {
    const response = await post(clara.person, path, key).catch(() => undefined)
    if (response) expect(await codeOf(response)).toEqual([400, 'invalid_request'])
  }
  expect(await service.sql`select id from transactions where draft_id = ${draft.id}`).toHaveLength(0)
  await clara.person.call('deleteDraft', { params: { id: draft.id } })
})

test('a repeated key is answered byte for byte, marked as replayed, and does nothing twice', async () => {
  const draft = await readyDraft(clara, await openIssue(service))
  const path = `/job-drafts/${draft.id}/approval-challenge/`
  const key = newKey()
  challenged = { draft, key }
  const first = await post(clara.person, path, key)
  const again = await post(clara.person, path, key)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.text()).toBe(await first.text())
  expect(await service.sql`select id from transactions where draft_id = ${draft.id}`).toHaveLength(1)
})

/** What is stored of an answer, opened. */
async function storedAnswer(key: string): Promise<string> {
  const [row] = await service.sql`select * from idempotency_keys where key = ${key}`
  const aad = `idempotency_keys/${row?.principal}/${row?.operation}/${row?.key}`
  return service.services.vault.open(row?.response_sealed, aad)
}

test('a stored answer is sealed and holds no wallet session; a replay is given the one of that moment', async () => {
  const { draft, key } = challenged
  const path = `/job-drafts/${draft.id}/approval-challenge/`
  type Challenge = { wallet_session: { user_token: string } }
  const first = (await (await post(clara.person, path, key)).json()) as Challenge
  const [row] = await service.sql`select response_sealed from idempotency_keys where key = ${key}`
  expect(row?.response_sealed).not.toMatch(/user_token|challenge/)
  expect(await storedAnswer(key)).toContain('challenge_id')
  expect(await storedAnswer(key)).not.toMatch(/user_token|encryption_key/)
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update provider_credentials set issued_at = now() - interval '50 minutes'`
  })
  const again = (await (await post(clara.person, path, key)).json()) as Challenge
  expect(again.wallet_session.user_token).not.toBe(first.wallet_session.user_token)
  expect({ ...again, wallet_session: null }).toEqual({ ...first, wallet_session: null })
})

test('an answer is stored for no operation that only reads', async () => {
  const preview = newKey()
  const number = await openIssue(service)
  const selection = { repository_access_id: clara.access.id, number }
  expect((await post(clara.person, '/github/issue-preview/', preview, selection)).status).toBe(200)
  const sync = newKey()
  await post(clara.person, '/wallet/sync/', sync)
  expect(await service.sql`select key from idempotency_keys where key in ${service.sql([preview, sync])}`).toEqual([])
})

test('the same JSON in another order or spelling is the same request', async () => {
  const key = newKey()
  const number = await openIssue(service)
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const send = (body: string) =>
    clara.person.send(`${service.origin}/api/v1/client/job-drafts/`, { method: 'POST', headers, body })
  const first = await send(`{"repository_access_id":"${clara.access.id}","number":${number},"title":"Title"}`)
  const again = await send(
    `{ "title":"\\u0054itle", "number": ${number}.0, "repository_access_id":"${clara.access.id}" }`,
  )
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test('a key that stands twice in a body is refused', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() }
  const body = `{"repository_access_id":"${clara.access.id}","number":1,"\\u006eumber":2}`
  const url = `${service.origin}/api/v1/client/job-drafts/`
  const answer = await clara.person.send(url, { method: 'POST', headers, body })
  expect(await codeOf(answer)).toEqual([400, 'invalid_request'])
})

test('a key that was used with another request is refused', async () => {
  const key = newKey()
  const body = (number: number) => ({ repository_access_id: clara.access.id, number })
  const number = await openIssue(service)
  expect((await post(clara.person, '/job-drafts/', key, body(number))).status).toBe(201)
  expect(await codeOf(await post(clara.person, '/job-drafts/', key, body(number + 1)))).toEqual([
    422,
    'idempotency_mismatch',
  ])
})

test('many requests with one key at once take effect once; the others replay or learn that the first still runs', async () => {
  const key = newKey()
  const body = { repository_access_id: clara.access.id, number: await openIssue(service) }
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(clara.person, '/job-drafts/', key, body)))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
  expect(answers.filter((answer) => answer.status === 201 && !answer.headers.has('idempotent-replayed'))).toHaveLength(
    1,
  )
  for (const answer of answers.filter((one) => one.status === 409))
    expect((await codeOf(answer))[1]).toBe('idempotency_in_progress')
  expect(await service.sql`select id from drafts where issue_number = ${body.number}`).toHaveLength(1)
})

test('a first request that died is taken over after its lease, and resumed', async () => {
  const key = newKey()
  const body = { repository_access_id: clara.access.id, number: await openIssue(service) }
  const made = await post(clara.person, '/job-drafts/', key, body)
  await service.sql`update idempotency_keys set status = null, response_sealed = null where key = ${key}`
  expect(await codeOf(await post(clara.person, '/job-drafts/', key, body))).toEqual([409, 'idempotency_in_progress'])
  await service.sql`update idempotency_keys set locked_until = now() - interval '1 second' where key = ${key}`
  expect(made.status).toBe(201)
  expect(await codeOf(await post(clara.person, '/job-drafts/', key, body))).toEqual([409, 'draft_exists'])
})

test('a request that took effect and whose answer was lost makes no second one, and says where to look', async () => {
  const wanda = await signInOwner(service, 'wanda')
  const ask = (key: string, path: string, body: object = {}) =>
    wanda.send(`${service.origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  const asked = async (path: string, body?: object) => {
    const key = newKey()
    const made = await ask(key, path, body)
    expect([path, made.ok]).toEqual([path, true])
    await service.sql`update idempotency_keys set status = null, response_sealed = null where key = ${key}`
    expect(await codeOf(await ask(key, path, body))).toEqual([409, 'idempotency_in_progress'])
    await service.sql`update idempotency_keys set locked_until = now() - interval '1 second' where key = ${key}`
    const again = await ask(key, path, body)
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { code: 'state_conflict', retryable: false, next_actions: [{ code: 'read_list' }] },
    ])
    return made.json()
  }
  await asked('agents/', { name: 'Made once', role: 'worker' })
  await asked('api-tokens/', { name: 'Made once', scopes: ['jobs:read'], days: 7 })
  const url = 'http://127.0.0.1:9099/made-once'
  const { endpoint } = (await asked('webhook-endpoints/', { url })) as { endpoint: { id: string } }
  await asked(`webhook-endpoints/${endpoint.id}/rotate-secret/`)
  expect(await service.sql`select 1 from agents where name = 'Made once'`).toHaveLength(1)
  expect(await service.sql`select 1 from api_tokens where name = 'Made once'`).toHaveLength(1)
  const events = await service.sql`select name from events where subject_id = ${endpoint.id} order by id`
  expect(events.map(({ name }) => name)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.secret_rotated'])
})

test.each([
  ['fails', (first: PromiseWithResolvers<Response>) => first.reject(new Error('it was cut'))],
  ['answers', (first: PromiseWithResolvers<Response>) => first.resolve(Response.json({ made: 'first' }))],
] as const)('a first request that %s late leaves the key to the one that took it over', async (_, end) => {
  const keyed = { operation: 'createDraft', principal: 'somebody', key: newKey(), payload: {} }
  const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const ask = (answer: () => Promise<Response>) =>
    onceOnly(service.context(), keyed, { answer, replay: async (stored) => stored })
  const isTaken = () =>
    until(
      () => service.sql`select 1 from idempotency_keys where key = ${keyed.key} and locked_until > now()`,
      (rows) => rows.length > 0,
    )
  const never = () => Promise.reject(new Error('it ran beside the second request'))
  const late = ask(() => first.promise).catch(() => undefined)
  await isTaken()
  await service.sql`update idempotency_keys set locked_until = now() - interval '1 second' where key = ${keyed.key}`
  const other = ask(() => second.promise)
  await isTaken()
  end(first)
  await late
  await expect(ask(never)).rejects.toMatchObject({ code: 'idempotency_in_progress' })
  second.resolve(Response.json({ made: 'second' }))
  await other
  expect(await (await ask(never)).json()).toEqual({ made: 'second' })
})

test('another person’s equal key is another key (row 30)', async () => {
  const bea = await signInClient(service, 'bea')
  const key = newKey()
  const body = { repository_access_id: clara.access.id, number: await openIssue(service) }
  expect((await post(clara.person, '/job-drafts/', key, body)).status).toBe(201)
  const foreign = await post(bea, '/job-drafts/', key, body)
  expect(foreign.headers.has('idempotent-replayed')).toBe(false)
  expect(await codeOf(foreign)).toEqual([404, 'not_found'])
})

test('a replay shows nothing of a repository once its access is lost, nor of a draft that is deleted', async () => {
  const created = newKey()
  const body = { repository_access_id: clara.access.id, number: await openIssue(service) }
  const draft = (await (await post(clara.person, '/job-drafts/', created, body)).json()) as { id: string }
  const reviewed = newKey()
  expect((await post(clara.person, `/job-drafts/${draft.id}/review/`, reviewed)).status).toBe(200)
  await clara.person.call('deleteDraft', { params: { id: draft.id } })
  expect((await post(clara.person, `/job-drafts/${draft.id}/review/`, reviewed)).status).toBe(404)
  expect(await codeOf(await post(clara.person, '/job-drafts/', created, body))).toEqual([404, 'not_found'])

  const installation = String((await clara.person.call('getGithubStatus')).installations[0]?.installation_id)
  const disconnected = newKey()
  const path = `/github/app/installations/${installation}/disconnect/`
  const first = await (await post(clara.person, path, disconnected)).text()
  const replayed = await post(clara.person, '/job-drafts/', created, body)
  expect(await codeOf(replayed)).toEqual([404, 'not_found'])
  const again = await post(clara.person, path, disconnected)
  expect([again.status, await again.text()]).toEqual([200, first])
})
