import { describe, expect, test } from 'vitest'
import { newKey, openIssue } from '../journey.ts'
import {
  all,
  anonymous,
  clara,
  guarded,
  named,
  own,
  problemOf,
  send,
  service,
  stranger,
  unknown,
  valid,
} from './world.ts'

describe('every POST of a session', () => {
  const posts = guarded.filter(({ method, storesNoAnswer }) => method === 'POST' && !storesNoAnswer)

  test.each(named(posts.filter(({ operationId }) => operationId !== 'logout')))(
    '%s answers a repeated Idempotency-Key byte for byte, and says so',
    async (id, endpoint) => {
      const sending = { ids: unknown, headers: { 'idempotency-key': newKey() }, body: valid[id] ?? '{}' }
      const ask = () => send(stranger, endpoint, sending)
      const [first, second] = [await ask(), await ask()]
      // A token is shown once.
      const text = (await first.text()).replace(/"token":"jw_pat_\w+"/, '"token":null')
      expect(text).not.toContain('"code":"invalid_request"')
      expect([second.status, await second.text()]).toEqual([first.status, text])
      expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
        null,
        'true',
      ])
    },
  )
})

describe('every answer', () => {
  test.each(named(all.filter(({ access }) => access === 'session' || access === 'public')))(
    'of %s tells its rate limit, accepted or refused',
    async (_, endpoint) => {
      const refused = endpoint.method === 'GET' ? {} : { body: '{"surely":"unknown"}' }
      const response = await send(clara, endpoint, { ids: unknown, ...refused })
      expect(response.headers.get('ratelimit-policy')).toMatch(
        /^"(account|money|pairing|anonymous|health|readiness)";q=\d+;w=60$/,
      )
      expect(response.headers.get('ratelimit')).toMatch(/;r=\d+;t=\d+$/)
    },
  )
})

const json = { 'content-type': 'application/json' }

describe('conditional requests', () => {
  test('what is made tells where it is and which version, also when it is returned again', async () => {
    const init = { method: 'POST', headers: { ...json, 'idempotency-key': newKey() }, body: valid.createAgent ?? '' }
    const make = () => clara.send(`${service.origin}/api/v1/agents/`, init)
    const [first, second] = [await make(), await make()]
    const { id } = (await first.json()) as { id: string }
    const expected = { location: `/api/v1/agents/${id}/`, etag: expect.stringMatching(/^"1\./) }
    expect(Object.fromEntries(first.headers)).toMatchObject(expected)
    expect(Object.fromEntries(second.headers)).toMatchObject({ ...expected, 'idempotent-replayed': 'true' })
    const number = await openIssue(service)
    const body = JSON.stringify({ repository_access_id: own.repository_access_id, number })
    const draft = await clara.send(`${service.origin}/api/v1/client/job-drafts/`, {
      method: 'POST',
      headers: json,
      body,
    })
    expect(draft.headers.get('location')).toBe(
      `/api/v1/client/job-drafts/${((await draft.json()) as { id: string }).id}/`,
    )
    expect(draft.headers.get('etag')).toMatch(/^"1\./)
  })

  test('If-Match names the version of a draft or an agent, and * whichever there is', async () => {
    const { id } = await clara.call('createAgent', { body: { name: 'Tagged', role: 'worker' } })
    const url = `${service.origin}/api/v1/agents/${id}/`
    const change = (ifMatch: string) =>
      clara.send(url, { method: 'PATCH', headers: { ...json, 'if-match': ifMatch }, body: '{"name":"Changed"}' })
    const etag = (await clara.send(url)).headers.get('etag') ?? ''
    expect((await change(etag)).status).toBe(200)
    await problemOf(await change(etag), 412, 'precondition_failed')
    expect((await change('*')).headers.get('etag')).toMatch(/^"3\./)
    await problemOf(await change('"x"'), 400, 'invalid_request')
    const number = await openIssue(service)
    const body = { repository_access_id: own.repository_access_id ?? '', number }
    const draft = await clara.call('createDraft', { body })
    const edit = { method: 'PATCH', headers: { ...json, 'if-match': '*' }, body: '{"title":"Any version"}' }
    expect((await clara.send(`${service.origin}/api/v1/client/job-drafts/${draft.id}/`, edit)).status).toBe(200)
  })
})

describe('cursors and shared answers', () => {
  test('a cursor goes on with the filter that it was made with, and refuses another one', async () => {
    const issues = (query: string) => anonymous.send(`${service.origin}/api/v1/public/issues/?${query}`)
    const { next_cursor: cursor } = (await (await issues('limit=1&language=JavaScript')).json()) as {
      next_cursor: string
    }
    expect((await issues(`cursor=${cursor}&language=JavaScript&limit=2`)).status).toBe(200)
    for (const other of ['', 'language=TypeScript', 'language=JavaScript&unassigned=true', 'language=JavaScript&q=a']) {
      const refused = await problemOf(await issues(`cursor=${cursor}&${other}`), 400, 'invalid_request')
      expect(refused).toMatchObject({ errors: [{ pointer: '/cursor' }], next_actions: [{ code: 'read_first_page' }] })
    }
    const transactions = (query: string) => clara.send(`${service.origin}/api/v1/client/transactions/?${query}`)
    const page = (await (await transactions('limit=1&purpose=APPROVAL')).json()) as { next_cursor: string }
    expect((await transactions(`cursor=${page.next_cursor}&purpose=APPROVAL`)).status).toBe(200)
    for (const other of ['', 'purpose=FUNDING', `purpose=APPROVAL&draft=${own.id}`])
      await problemOf(await transactions(`cursor=${page.next_cursor}&${other}`), 400, 'invalid_request')
    const drafts = (query: string) => clara.send(`${service.origin}/api/v1/client/job-drafts/?${query}`)
    const first = (await (await drafts('limit=1&state=DRAFT')).json()) as { next_cursor: string }
    expect((await drafts(`cursor=${first.next_cursor}&state=DRAFT`)).status).toBe(200)
    for (const other of ['', 'state=READY'])
      await problemOf(await drafts(`cursor=${first.next_cursor}&${other}`), 400, 'invalid_request')
  })

  test('a cursor of another list, or of another order, is refused', async () => {
    for (let n = 0; n < 2; n += 1) await clara.call('createAgent', { body: { name: `Agent ${n}`, role: 'worker' } })
    const { next_cursor } = await clara.call('listAgents', { query: { limit: '1' } })
    const agents = `cursor=${next_cursor}`
    expect((await clara.send(`${service.origin}/api/v1/agents/?${agents}`)).status).toBe(200)
    const issues = await clara.call('listPublicIssues', { query: { limit: '1', sort: 'newest' } })
    for (const place of [
      `client/job-drafts/?${agents}`,
      `client/transactions/?${agents}`,
      `client/ledger/?${agents}`,
      `agents/${own.agent_id}/withdrawals/?${agents}`,
      `public/issues/?sort=updated&cursor=${issues.next_cursor}`,
    ])
      await problemOf(await clara.send(`${service.origin}/api/v1/${place}`), 400, 'invalid_request')
    const same = await clara.send(`${service.origin}/api/v1/public/issues/?sort=newest&cursor=${issues.next_cursor}`)
    expect(same.status).toBe(200)
  })

  test('description and documentation are shared, compressed, and 304 to a caller that has them', async () => {
    for (const path of ['schema/', 'docs/', 'docs/operations/createFundingChallenge/', 'docs/assets/reference.css/']) {
      const headers = { 'accept-encoding': 'br' }
      const first = await anonymous.send(`${service.origin}/api/${path}`, { headers })
      expect([path, first.status, first.headers.get('content-encoding')]).toEqual([path, 200, 'br'])
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=/)
      const known = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' }
      const again = await anonymous.send(`${service.origin}/api/${path}`, { headers: known })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  test('a delivery of the repository host that is form-encoded is 415', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-github-event': 'push' }
    const request = new Request(`${service.origin}/api/v1/webhooks/github/`, {
      method: 'POST',
      headers,
      body: 'payload={}',
    })
    await problemOf(await service.router(request), 415, 'unsupported_media_type')
  })
})
