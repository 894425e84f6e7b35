import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { mcpPath } from '#lib/api/program-paths.ts'
import { type TokenScope, tokenScopes, wholeScopes } from '#lib/domain/api-token.ts'
import { createToken, type MadeToken } from '#test/api-tokens.ts'
import { type Client, createDraft, openIssue, readyClient, signInClient } from '#test/journey.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'

const all: Endpoint[] = Object.values(endpoints)

let service: Service
let clara: Client
let url: URL
const open: McpClient[] = []
beforeAll(async () => {
  service = await startService({ env: { RATE_LIMIT_ACCOUNT: '300' } })
  const server = serve({ fetch: service.router, port: 0, hostname: '127.0.0.1' })
  service.onStop(async () => void server.close())
  await once(server, 'listening')
  url = new URL(mcpPath, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  clara = await readyClient(service)
  await clara.person.call('becomeAgentOwner')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
  for (const { id, state } of (await clara.person.call('listApiTokens')).data)
    if (state === 'LIVE') await clara.person.call('revokeApiToken', { params: { token_id: id } })
})
afterAll(() => service.stop())

/** Connects the official client over the wire. */
async function connect(token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<McpClient> {
  const client = new McpClient({ name: 'tests', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  open.push(client)
  return client
}

const tokenOf = (scopes: TokenScope[], person = clara.person): Promise<MadeToken> => createToken(person, scopes)

/** The result of a tool, as the JSON that it holds. */
async function call(client: McpClient, name: string, input: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  if (first?.type !== 'text') throw new Error('a tool answers with a text')
  return { isError: isError === true, value: JSON.parse(first.text) as Record<string, never> }
}

type Raw = { token?: string | undefined; body: string; headers?: Record<string, string>; method?: string }

/** Sends any bytes, as no client does. */
function post({ token, body, headers = {}, method = 'POST' }: Raw): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'POST' && { body }),
  })
}
const ping = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })

describe('the tools of a token', () => {
  test.each(tokenScopes)('are those of %s and the one for what only a person does', async (scope) => {
    const client = await connect((await tokenOf([scope])).token)
    const allowed = wholeScopes([scope])
    const expected = all.filter((each) => each.scope && allowed.includes(each.scope))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...expected.map((each) => each.operationId), 'get_page'].sort(),
    )
    for (const { operationId, method, storesNoAnswer } of expected) {
      const tool = tools.find(({ name }) => name === operationId)
      expect(tool?.inputSchema.type).toBe('object')
      expect(tool?.description?.length).toBeGreaterThan(20)
      expect(tool?.annotations).toMatchObject({
        readOnlyHint: method === 'GET' || storesNoAnswer === true,
        destructiveHint: method === 'PUT' || method === 'PATCH' || method === 'DELETE',
      })
    }
  })

  test('read for the person, and prepare a draft as the person would', async () => {
    const { id: tokenId, token } = await tokenOf(['account:read', 'drafts:write'])
    const client = await connect(token)
    expect((await call(client, 'getMe')).value.capabilities).toHaveLength(2)
    const number = await openIssue(service)
    const body = { repository_access_id: clara.access.id, number }
    const key = crypto.randomUUID()
    const made = await call(client, 'createDraft', { body, idempotency_key: key })
    const again = await call(client, 'createDraft', { body, idempotency_key: key })
    expect(again).toEqual(made)
    const draft = made.value as unknown as { id: string; version: number }
    const change = { params: { id: draft.id }, if_match: draft.version, body: { title: 'By a tool' } }
    expect(await call(client, 'updateDraft', change)).toMatchObject({ isError: false, value: { title: 'By a tool' } })
    expect(await call(client, 'updateDraft', change)).toMatchObject({
      isError: true,
      value: { code: 'precondition_failed' },
    })
    expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ title: 'By a tool' })
    const [event] = await service.sql`
      select evidence from events where subject_id = ${draft.id} and name = 'draft.created'`
    expect(event?.evidence).toMatchObject({ api_token_id: tokenId })
    expect((await call(client, 'listDrafts', { query: { limit: 1, q: 'By a tool' } })).value).toMatchObject({
      data: [{ id: draft.id }],
    })
    const gone = await client.callTool({ name: 'deleteDraft', arguments: { params: { id: draft.id } } })
    expect(gone.content).toEqual([{ type: 'text', text: 'Done.' }])
  })

  test('write nothing without the scope, and say where a token with it is made', async () => {
    const client = await connect((await tokenOf(['drafts:read'])).token)
    const draft = await createDraft(clara, await openIssue(service))
    const before = await rowsOf(service.sql)
    const refused = await call(client, 'deleteDraft', { params: { id: draft.id } })
    expect(refused).toMatchObject({
      isError: true,
      value: { code: 'insufficient_scope', next_actions: [{ href: `${service.origin}/settings/tokens` }] },
    })
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('answer for a foreign id as for an unknown one', async () => {
    const draft = await createDraft(clara, await openIssue(service))
    const bea = await signInClient(service, 'bea')
    const client = await connect((await tokenOf(['drafts:read'], bea)).token)
    const problemOf = async (id: string) => {
      const { isError, value } = await call(client, 'getDraft', { params: { id } })
      return { isError, value: { ...value, request_id: '', instance: '' } }
    }
    const foreign = await problemOf(draft.id)
    expect(foreign).toMatchObject({ isError: true, value: { code: 'not_found', status: 404 } })
    expect(foreign).toEqual(await problemOf(crypto.randomUUID()))
  })

  test('end with the token, in the middle of a connection', async () => {
    const { id, token } = await tokenOf(['account:read'])
    const client = await connect(token)
    expect((await call(client, 'getMe')).isError).toBe(false)
    await clara.person.call('revokeApiToken', { params: { token_id: id } })
    await expect(client.callTool({ name: 'getMe' })).rejects.toThrow()
    const response = await post({ token, body: ping })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.json()).toMatchObject({ code: 'token_invalid', next_actions: [{ code: 'create_token' }] })
  })

  test.each(['..', '.', '%2e%2e', '', 'a/b'])('never reach another operation through the parameter %j', async (id) => {
    const client = await connect((await tokenOf(['drafts:write'])).token)
    const before = await rowsOf(service.sql)
    const answers = [
      await call(client, 'deleteDraft', { params: { id } }),
      await call(client, 'duplicateDraft', { params: { id } }),
    ]
    for (const { isError, value } of answers)
      expect([isError, value]).toMatchObject([true, { code: 'invalid_request', errors: [{ pointer: '/params/id' }] }])
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('name what is wrong with an input, by its place', async () => {
    const client = await connect((await tokenOf(['drafts:read', 'jobs:read'])).token)
    expect((await call(client, 'getDraft')).value).toMatchObject({ errors: [{ pointer: '/params/id' }] })
    expect((await call(client, 'listJobs', { state: 'OPEN' })).value).toMatchObject({ code: 'invalid_request' })
    expect((await call(client, 'listJobs', { query: { limit: 900 } })).value).toMatchObject({
      errors: [{ pointer: '/limit' }],
    })
    await expect(client.callTool({ name: 'fly' })).rejects.toThrow('There is no tool fly')
  })
})

describe('what only a person does', () => {
  test('is answered with the page, and changes nothing', async () => {
    const client = await connect((await tokenOf(['drafts:write', 'agents:write'])).token)
    const draft = await createDraft(clara, await openIssue(service))
    const before = await rowsOf(service.sql)
    const input = { operation: 'createFundingChallenge', params: { id: draft.id } }
    const page = `${service.origin}/client/drafts/${draft.id}`
    expect(await call(client, 'get_page', input)).toMatchObject({ isError: false, value: { page } })
    const funding = await call(client, 'createFundingChallenge', { params: { id: draft.id } })
    expect(funding).toMatchObject({
      isError: true,
      value: { code: 'person_required', next_actions: [{ code: 'open_page', href: page }] },
    })
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('is every operation of a session without a scope', async () => {
    const client = await connect((await tokenOf(['account:read'])).token)
    const { tools } = await client.listTools()
    const { properties } = tools.find(({ name }) => name === 'get_page')?.inputSchema ?? {}
    const alone = all.filter(({ access, scope, isHidden }) => access === 'session' && !scope && !isHidden)
    expect(properties?.operation).toMatchObject({ enum: alone.map(({ operationId }) => operationId) })
    for (const { operationId } of alone) {
      const { value } = await call(client, 'get_page', { operation: operationId })
      expect(value.page, operationId).toMatch(new RegExp(`^${service.origin}/(?!api/)`))
    }
  })
})

describe('a message', () => {
  test.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('of a client that negotiates %s is answered as revision %s has it', async (mode, revision) => {
    const client = await connect((await tokenOf(['jobs:read'])).token, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getInstructions()).toContain(service.origin)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('listJobs')
    expect((await call(client, 'listJobs')).value).toEqual({ data: [], next_cursor: null })
    await expect(client.callTool({ name: 'fly' })).rejects.toThrow('There is no tool fly')
  })

  test.each(['not json', '', '[]', '"text"', '{"a":1,"a":2}', '{"__proto__":{}}'])(
    '%j is refused as malformed, with what to send',
    async (body) => {
      const { token } = await tokenOf(['account:read'])
      const response = await post({ token, body: body || ' ' })
      expect(response.status).toBe(400)
      expect(response.headers.get('ratelimit')).not.toBeNull()
      expect(await response.json()).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: expect.any(Number), message: expect.stringContaining('JSON-RPC 2.0') },
      })
    },
  )

  test.each([{ jsonrpc: '1.0', id: 1, method: 'ping' }, { id: 1 }, { jsonrpc: '2.0', id: 1, method: 'fly' }])(
    '%j is answered with an error of JSON-RPC',
    async (message) => {
      const { token } = await tokenOf(['account:read'])
      const response = await post({ token, body: JSON.stringify(message) })
      expect(await response.text()).toMatch(/"error":\{"code":-32\d{3}/)
    },
  )

  test('of more than a megabyte is refused, announced or not', async () => {
    const { token } = await tokenOf(['account:read'])
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(1024 * 1024) } })
    const announced = await post({ token, body })
    expect([announced.status, await announced.json()]).toMatchObject([413, { code: 'body_too_large' }])
    const stream = new Blob([body]).stream()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const unannounced = await fetch(url, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit)
    expect(unannounced.status).toBe(413)
  })

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }, 403, 'cross_origin'],
    ['no origin at all', { origin: 'null' }, 403, 'cross_origin'],
    ['a cookie', { cookie: 'jobwright=x' }, 400, 'ambiguous_credentials'],
    ['another content type', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('with %s is refused', async (_, headers, status, code) => {
    const { token } = await tokenOf(['account:read'])
    const response = await post({ token, body: ping, headers })
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  test.each([
    [undefined, 'unauthenticated'],
    ['jwr_runtime', 'wrong_credential'],
    ['jw_pat_mistyped', 'token_invalid'],
  ])('with the token %s is refused with the way to one', async (token, code) => {
    const response = await post({ token, body: ping })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.json()).toMatchObject({ code, next_actions: [{ href: '/settings/tokens' }] })
  })

  test('of our own origin and of an earlier revision is answered', async () => {
    const { token } = await tokenOf(['account:read'])
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const response = await post({ token, body, headers: { origin: service.origin } })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"protocolVersion":"2025-06-18"')
  })

  test('counts once against the limit of the account, whatever it is', async () => {
    const { token } = await tokenOf(['account:read'])
    const send = (method: string, params: object = {}) =>
      post({ token, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
    const left = async (response: Response) => {
      await response.text()
      return Number(/;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    }
    const first = await left(await send('ping'))
    expect(await left(await send('tools/call', { name: 'getMe' }))).toBe(first - 1)
    expect(await left(await send('tools/call', { name: 'fly' }))).toBe(first - 2)
    expect(await left(await send('tools/list'))).toBe(first - 3)
  })

  test('too many is refused until the next minute, and a tool says when that is', async () => {
    const bea = await signInClient(service, 'bea')
    const { token } = await tokenOf(['account:read'], bea)
    let response = await post({ token, body: ping })
    while (response.ok) {
      const left = Number(/;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1])
      await Promise.all(Array.from({ length: left }, () => post({ token, body: ping })))
      response = await post({ token, body: ping })
    }
    expect([response.status, await response.json()]).toMatchObject([429, { code: 'rate_limited' }])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const params = { name: 'getMe', arguments: {} }
    const called = await post({ token, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) })
    expect(await called.text()).toMatch(/rate_limited.*retry_after_seconds/)
  })

  test('is only taken by POST, and holds no stream open', async () => {
    const { token } = await tokenOf(['account:read'])
    const get = await post({ token, body: '', method: 'GET' })
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const client = await connect(token)
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()
  })
})
