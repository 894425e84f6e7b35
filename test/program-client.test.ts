import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { endpoints, type ScopedOperationId } from '#lib/api/endpoints.ts'
import type { Fetch } from '#lib/client/api.ts'
import { createClient, eachOf } from '#lib/client/program.ts'
import { createToken } from './api-tokens.ts'
import { type Client, createDraft, openIssue, readyClient } from './journey.ts'
import { refusal } from './refusal.ts'
import { type Service, startService } from './service.ts'

let service: Service
let clara: Client
let token: string
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  token = (await createToken(clara.person, ['account:read', 'drafts:write', 'agents:write'])).token
  await clara.person.call('becomeAgentOwner')
})
afterAll(() => service.stop())

const throughRouter: Fetch = (url, init) => service.router(new Request(url, init))
const open = (send: Fetch = throughRouter, text = token) => createClient({ origin: service.origin, token: text, send })

test('every operation with a scope, and no other, is a method of the type', () => {
  const all: Endpoint[] = Object.values(endpoints)
  const scoped = all.filter(({ scope }) => scope).map(({ operationId }) => operationId)
  const client = open()
  for (const id of scoped) expect(client[id as ScopedOperationId], id).toBeTypeOf('function')
  expect(scoped.length).toBeGreaterThan(30)
})

test('a program writes and reads a draft as its person sees it', async () => {
  const client = open()
  const number = await openIssue(service)
  const draft = await client.createDraft({ body: { repository_access_id: clara.access.id, number } })
  const changed = await client.updateDraft({
    params: { id: draft.id },
    body: { title: 'Another title' },
    ifMatch: draft.version,
  })
  expect(changed).toEqual(await client.getDraft({ params: { id: draft.id } }))
  expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({
    title: 'Another title',
    version: draft.version + 1,
  })
})

test('a call whose answers were lost takes effect once when it is repeated', async () => {
  let isLosing = true
  const client = open(async (url, init) => {
    const response = await throughRouter(url, init)
    if (isLosing) throw new TypeError('the answer was lost')
    return response
  })
  const agent = { body: { name: 'Once', role: 'worker' as const } }
  const countOf = async () => {
    const { data } = await open().listAgents({ query: {} })
    return data.filter(({ name }) => name === 'Once').length
  }
  expect(await countOf()).toBe(0)
  await expect(client.createAgent(agent)).rejects.toThrow('lost')
  expect(await countOf()).toBe(1)
  isLosing = false
  const { id } = await client.createAgent(agent)
  expect(await countOf()).toBe(1)
  expect((await client.createAgent(agent)).id).not.toBe(id)
})

test('every draft is read over as many pages as there are', async () => {
  for (let made = 0; made < 3; made += 1) await createDraft(clara, await openIssue(service))
  const ids: string[] = []
  for await (const draft of eachOf(open().listDrafts, { query: { limit: '2' } })) ids.push(draft.id)
  const all = await clara.person.call('listDrafts', { query: { limit: '100' } })
  expect(ids).toEqual(all.data.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(2)
})

test('a refusal says what to do, and what only a person does leads to its page', async () => {
  const client = open()
  expect(await refusal(client.listJobs({ query: {} }))).toMatchObject({
    code: 'insufficient_scope',
    next_actions: [{ code: 'create_token', href: '/settings/tokens' }],
  })
  const untyped = client as unknown as Record<string, (input: object) => Promise<unknown>>
  const funding = untyped.createFundingChallenge?.({ params: { id: crypto.randomUUID() } }) ?? Promise.resolve()
  expect(await refusal(funding)).toMatchObject({ code: 'person_required', next_actions: [{ code: 'open_page' }] })
  expect(await refusal(open(throughRouter, 'jw_pat_wrong').getMe())).toMatchObject({ code: 'token_invalid' })
})
