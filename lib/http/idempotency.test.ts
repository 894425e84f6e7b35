import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../tools/demo/person.ts'
import { type Client, newKey, openIssue, readyClient, readyDraft, signInClient } from '../../tools/test/journey.ts'
import { type Service, startService } from '../../tools/test/service.ts'

let service: Service
let clara: Client
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
  const first = await post(clara.person, path, key)
  const again = await post(clara.person, path, key)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.text()).toBe(await first.text())
  expect(await service.sql`select id from transactions where draft_id = ${draft.id}`).toHaveLength(1)
})

test('a stored answer is sealed: the wallet session in it cannot be read from the database', async () => {
  const rows = await service.sql`select response_sealed from idempotency_keys where response_sealed is not null`
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.response_sealed).not.toMatch(/user_token|challenge/)
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

test('many requests with one key at once take effect once; the others replay or are told that the first still runs', async () => {
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

test('another person’s equal key is another key (row 30)', async () => {
  const bea = await signInClient(service, 'bea')
  const key = newKey()
  const body = { repository_access_id: clara.access.id, number: await openIssue(service) }
  expect((await post(clara.person, '/job-drafts/', key, body)).status).toBe(201)
  const foreign = await post(bea, '/job-drafts/', key, body)
  expect(foreign.headers.has('idempotent-replayed')).toBe(false)
  expect(await codeOf(foreign)).toEqual([404, 'not_found'])
})
