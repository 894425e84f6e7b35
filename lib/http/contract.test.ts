import { glob, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { endpoints } from '#lib/api/endpoints.ts'
import { operations } from '#lib/api/operations.ts'
import { problem } from '#lib/api/scalars.ts'
import type { Problem } from '#lib/client/api.ts'
import { inTransaction } from '#lib/data/database.ts'
import { saveListed } from '#lib/data/public-repositories.ts'
import { failureKinds } from '#lib/domain/failure.ts'
import { createPublicHost } from '#lib/github/public-host.ts'
import { sweepRepositories } from '#lib/usecases/discovery/sweep-repositories.ts'
import type { Person } from '../../tools/demo/person.ts'
import { readyAgent } from '../../tools/test/agents.ts'
import { fuzz, type Identity } from '../../tools/test/fuzz/fuzz.ts'
import type { FuzzedDocument } from '../../tools/test/fuzz/requests.ts'
import {
  approvedDraft,
  askToFund,
  fundedJob,
  newKey,
  openIssue,
  readyClient,
  signInClient,
} from '../../tools/test/journey.ts'
import { rowsOf } from '../../tools/test/rows.ts'
import type { ReadyAgent } from '../../tools/test/runtime-peer.ts'
import { type Service, startService } from '../../tools/test/service.ts'
import { privateCaching } from './keep-privately.ts'
import { sharedCaching } from './shared-caching.ts'

const root = resolve(import.meta.dirname, '../..')
const all: Endpoint[] = Object.values(endpoints)
const named = (list: Endpoint[]) => list.map((endpoint) => [endpoint.operationId, endpoint] as const)
const isUnsafe = ({ method }: { method: string }) => method !== 'GET' && method !== 'HEAD'
const guarded = all.filter(({ access }) => access === 'session')
const ofRuntimes = all.filter(({ access }) => access === 'runtime')
const withBody = all.filter(({ body, isHidden }) => body !== undefined && !isHidden)

let service: Service
let clara: Person
let stranger: Person
let novice: Person
let anonymous: Person
let will: Person
/** Credentials of a paired runtime of each role. */
let credentials: Record<'worker' | 'verifier', string>
/** Ids of Clara's own rows, by the name of the path parameter. */
let own: Record<string, string>
beforeAll(async () => {
  service = await startService({ runtimePlaces: 2 })
  const client = await readyClient(service)
  clara = client.person
  const job = await fundedJob(client, await openIssue(service))
  const locked = await approvedDraft(client, await openIssue(service))
  const funding = await askToFund(clara, locked.id)
  const worker = await readyAgent(service, 'clara', 'worker')
  const verifier = await readyAgent(service, 'will', 'verifier')
  will = verifier.owner
  credentials = { worker: worker.peer.credential, verifier: verifier.peer.credential }
  await clara.call('becomeAgentOwner')
  await deliverResult(BigInt(job.onchain_job_id), verifier)
  own = {
    id: locked.id,
    agent_id: worker.agentId,
    transaction_id: funding.transaction_id,
    onchain_job_id: job.onchain_job_id,
    repository_access_id: client.access.id,
    installation_id: await installationOf(clara),
    session_id: (await clara.call('getMe')).session.id,
    step: 'verify',
    reference: 'acme:slugify-lite:8',
    format: 'atom',
  }
  await inTransaction(service.services.db, (tx) => saveListed(tx, ['acme/slugify-lite']))
  await sweepRepositories(service.services, createPublicHost({ apiUrl: service.host.apiUrl }))
  stranger = await signInClient(service, 'bea')
  await stranger.call('becomeAgentOwner')
  novice = service.person('oscar')
  await novice.signIn()
  anonymous = service.person('will')
})
afterAll(() => service.stop())

async function installationOf(person: Person): Promise<string> {
  const { installations } = await person.call('getGithubStatus')
  return String(installations[0]?.installation_id)
}

/** A settled result of the job, as if the other agent had worked for it. */
async function deliverResult(jobId: bigint, by: ReadyAgent): Promise<void> {
  const hash = `0x${'1'.repeat(64)}`
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update jobs set state = 'SETTLED', held = 0 where onchain_job_id = ${jobId.toString()}`
    const [snapshot] = await tx`
      select s.task_document from funding_snapshots s join jobs j on j.snapshot_id = s.id
      where j.onchain_job_id = ${jobId.toString()}`
    const { repository, base } = snapshot?.task_document ?? {}
    const document = { schema: 'jobwright/result', repository_id: repository.id, base_commit: base.commit }
    const [assignment] = await tx`
      insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key, state,
        attempt, offer_expires_at, acceptance_signature, work_by)
      select ${jobId.toString()}, j.user_id, a.id, a.user_id, ${by.wallet}, ${by.peer.key}, 'ASSIGNED', 1, now(), '0x01', 9999999999
      from jobs j, agents a where j.onchain_job_id = ${jobId.toString()} and a.id = ${by.agentId} returning id`
    await tx`
      insert into results (assignment_id, onchain_job_id, attempt, document, commitment, changes, summary, signature)
      values (${assignment?.id}, ${jobId.toString()}, 1, ${tx.json(document)}, ${hash},
        ${tx.json([{ path: 'a.js', mode: '100644', content: 'eA==' }])}, 'Done.', '0x01')`
  })
}

const unknown: Record<string, string> = {
  agent_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  transaction_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  repository_access_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
  onchain_job_id: '999999999',
  step: 'verify',
  reference: 'acme:slugify-lite:99999',
  format: 'opml',
  installation_id: '999999999',
  session_id: '019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10',
}

function addressOf(endpoint: Endpoint, ids: Record<string, string>): string {
  const isAgent = endpoint.path.startsWith('/api/v1/agents/')
  const nameOf = (name: string) => (isAgent && name === 'id' ? 'agent_id' : name)
  return service.origin + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[nameOf(name)] ?? '')
}

/** What an operation cannot be asked without. */
function queryOf({ operationId }: Endpoint): string {
  return operationId === 'getResultBaseFile' ? '?path=a.js' : ''
}

type Sending = { ids?: Record<string, string>; headers?: Record<string, string>; body?: BodyInit; url?: string }

/** Sends an operation as it is documented, but for what `sending` says. */
function send(person: Person, endpoint: Endpoint, sending: Sending = {}): Promise<Response> {
  const { ids = own, headers = {}, body = '{}' } = sending
  const standard: Record<string, string> = isUnsafe(endpoint) ? { 'content-type': 'application/json' } : {}
  if (endpoint.idempotency === 'required') standard['idempotency-key'] = newKey()
  const carries = isUnsafe(endpoint) && endpoint.method !== 'DELETE'
  const url = sending.url ?? addressOf(endpoint, ids) + queryOf(endpoint)
  const init = { method: endpoint.method, ...(carries && { body, duplex: 'half' }) }
  if (endpoint.access !== 'runtime' || person === anonymous)
    return person.send(url, { ...init, headers: { ...standard, ...headers } })
  const authorization = `Bearer ${credentials[endpoint.role ?? 'worker']}`
  return service.lane(new Request(url, { ...init, headers: { ...standard, authorization, ...headers } }))
}

/** The problem in an answer, checked against its published schema. */
async function problemOf(response: Response, status: number, code: string): Promise<Problem> {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status, body: { code, status } })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(problem.safeParse(body).error).toBeUndefined()
  const parsed = body as Problem
  expect(parsed.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('x-request-id')).toBe(parsed.request_id)
  expect(parsed.next_actions, `what to do about ${code}`).not.toEqual([])
  return parsed
}

describe('authorization matrix (row 20)', () => {
  test.each(named(guarded))('%s without a session is 401', async (_, endpoint) => {
    const refused = await problemOf(await send(anonymous, endpoint), 401, 'unauthenticated')
    expect(refused.next_actions).toMatchObject([{ code: 'sign_in' }])
  })

  test.each(named(guarded.filter(({ capability }) => capability)))(
    '%s without its capability is 403 (row 23)',
    async (_, endpoint) => {
      const refused = await problemOf(await send(novice, endpoint), 403, 'capability_required')
      expect(refused.next_actions).toMatchObject([{ code: `become_${endpoint.capability}`, method: 'POST' }])
    },
  )

  test.each(named(guarded.filter(({ params }) => params)))(
    '%s with a foreign id is 404, byte for byte as with an unknown one (row 26)',
    async (id, endpoint) => {
      const before = await rowsOf(service.sql)
      const body = bodies[id] ?? '{}'
      const ask = async (ids: Record<string, string>) => {
        const response = await send(stranger, endpoint, { ids, body })
        const problem = await problemOf(response, 404, 'not_found')
        return JSON.stringify({ ...problem, request_id: '', instance: '' })
      }
      expect(await ask(own)).toBe(await ask(unknown))
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  test.each(named(guarded.filter(({ params }) => params)))('%s with an id that is none is 404', async (_, endpoint) => {
    for (const id of ['1e3', "1'--", 'me', '%00', '-1'])
      await problemOf(
        await send(clara, endpoint, { ids: Object.fromEntries(Object.keys(own).map((name) => [name, id])) }),
        404,
        'not_found',
      )
  })

  test.each(named(guarded))('%s with cookie and bearer together is 400 (row 24)', async (_, endpoint) => {
    const headers = { authorization: 'Bearer jwr_x_y' }
    await problemOf(await send(clara, endpoint, { headers }), 400, 'ambiguous_credentials')
  })
})

/** Documented bodies for operations whose path is judged after their body has its form. */
const content = {
  ...{ title: 'Title', instructions: '', acceptance_criteria: [], protected_paths: [], base_branch: 'main' },
  ...{ acceptance_files: [], publication: 'on_request' },
  verification_commands: [{ name: 'tests', argv: ['true'], expect: 'passes' }],
  reward: { amount: '1', currency: 'USDC' },
  verifier_fee: { amount: '1', currency: 'USDC' },
  ...{
    verifiers: 3,
    quorum: 2,
    max_attempts: 3,
    open_seconds: 9_000,
    work_seconds: 9_000,
    verification_seconds: 9_000,
  },
}
const bodies: Partial<Record<string, string>> = {
  withdrawEarnings: JSON.stringify({ amount: { amount: '1', currency: 'USDC' }, destination: `0x${'2'.repeat(40)}` }),
  replaceDraft: JSON.stringify({ version: 1, ...content }),
  updateDraft: JSON.stringify({ version: 1 }),
  publishResult: JSON.stringify({ result_commitment: `0x${'1'.repeat(64)}`, accepts_execution: true }),
}

/** A body of the documented form for every POST of a session that takes one. */
const valid: Partial<Record<string, string>> = {
  ...bodies,
  completeGithubInstall: JSON.stringify({ state: 'x'.repeat(30), code: 'code', installation_id: '1' }),
  previewIssue: JSON.stringify({ repository_access_id: unknown.repository_access_id, number: 1 }),
  createDraft: JSON.stringify({ repository_access_id: unknown.repository_access_id, number: 1 }),
  createAgent: JSON.stringify({ name: 'Once only', role: 'worker' }),
}

describe('runtime channels', () => {
  const request = (endpoint: Endpoint, headers: Record<string, string>) =>
    service.lane(
      new Request(addressOf(endpoint, own), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(isUnsafe(endpoint) && { body: '{}' }),
      }),
    )

  test.each(named(ofRuntimes))(
    '%s without a credential, or with a made-up one, is 401 (row 20)',
    async (_, endpoint) => {
      await problemOf(await request(endpoint, {}), 401, 'unauthenticated')
      const madeUp = `jwr_019a9d1c-3f0e-7c54-9a55-3f6f6c1d2b10_${'A'.repeat(43)}`
      for (const bearer of [madeUp, 'jwr_x_y', credentials.worker.slice(0, -1), `${credentials.worker.slice(0, -1)}-`])
        await problemOf(await request(endpoint, { authorization: `Bearer ${bearer}` }), 401, 'credential_revoked')
    },
  )

  test.each(named(ofRuntimes))(
    '%s with a session cookie is refused, with and without bearer (row 24)',
    async (_, endpoint) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: endpoint.method, headers, ...(isUnsafe(endpoint) && { body: '{}' }) }
      await problemOf(await clara.send(addressOf(endpoint, own), init), 401, 'wrong_credential')
      const both = { ...init, headers: { ...headers, authorization: `Bearer ${credentials.worker}` } }
      await problemOf(await clara.send(addressOf(endpoint, own), both), 400, 'ambiguous_credentials')
    },
  )

  test.each(named(ofRuntimes.filter(({ role }) => role)))(
    '%s with a credential of the other role is 403 wrong_channel (row 74)',
    async (_, endpoint) => {
      const other = endpoint.role === 'worker' ? 'verifier' : 'worker'
      const before = await rowsOf(service.sql)
      const response = await request(endpoint, { authorization: `Bearer ${credentials[other]}` })
      await problemOf(response, 403, 'wrong_channel')
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )
})

describe('what is sent', () => {
  test.each(named(withBody))(
    '%s with a body that is not JSON, or not of its form, is 400 with pointers',
    async (_, endpoint) => {
      const before = await rowsOf(service.sql)
      for (const body of ['{', '[]', '"text"', '{"a":1}{', '\u0000', 'null'])
        await problemOf(await send(clara, endpoint, { body }), 400, 'invalid_request')
      const unknownField = await send(clara, endpoint, { body: '{"is_admin":true}' })
      const refused = await problemOf(unknownField, 400, 'invalid_request')
      const isUnion = !('shape' in (endpoint.body ?? {}))
      if (!isUnion) expect(refused.errors.map(({ pointer }) => pointer)).toContain('/is_admin')
      expect(refused.errors.every(({ pointer, message }) => pointer.startsWith('/') && message !== '')).toBe(true)
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  /** One text in each kind of body; `TEXT` stands for it. */
  const texts: [keyof typeof endpoints, object][] = [
    ['startSocialLogin', { device_id: 'TEXT' }],
    ['exchangeIdentity', { user_token: 'TEXT', encryption_key: 'TEXT', refresh_token: 'TEXT' }],
    ['completeGithubInstall', { state: 'TEXT'.repeat(8), code: 'TEXT', installation_id: '1' }],
    ['createDraft', { repository_access_id: unknown.repository_access_id, number: 1, title: 'TEXT' }],
    ['updateDraft', { version: 1, title: 'TEXT' }],
    ['updateDraft', { version: 1, verification_commands: [{ name: 'TEXT', argv: ['true'], expect: 'passes' }] }],
    ['createAgent', { name: 'TEXT', role: 'worker' }],
    ['resolveTransaction', { challenge_id: 'TEXT' }],
    ['sendHeartbeat', { software: 'TEXT', state: 'idle', running: [] }],
    ['takeJobCredential', { offer_id: unknown.id, decline: 'TEXT' }],
  ]

  test.each(texts)('%s refuses text that the database cannot hold', async (id, body) => {
    const before = await rowsOf(service.sql)
    for (const text of ['a\\u0000', '\\ud800', 'a\\udc00b']) {
      const response = await send(clara, endpoints[id], { body: JSON.stringify(body).replaceAll('TEXT', text) })
      const { errors } = await problemOf(response, 400, 'invalid_request')
      expect(errors[0]?.message, text).toBe('holds a character that cannot be stored')
      expect(errors[0]?.pointer).toMatch(/^\/[a-z]/)
    }
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('a key that the database cannot hold is refused like a value', async () => {
    const response = await send(clara, endpoints.createAgent, { body: '{"name":"n","role":"worker","a\\u0000":1}' })
    await problemOf(response, 400, 'invalid_request')
  })

  test.each(named(all.filter(({ query }) => query)))('%s refuses a NUL in any parameter', async (_, endpoint) => {
    const url = addressOf(endpoint, own)
    for (const name of Object.keys((endpoint.query as z.ZodObject).shape)) {
      const refused = await send(clara, endpoint, { url: `${url}?${name}=a%00` })
      const { errors } = await problemOf(refused, 400, 'invalid_request')
      expect(errors.map(({ pointer }) => pointer)).toEqual([`/${name}`])
    }
  })

  test.each([endpoints.listPublicIssues, endpoints.listPublicFacets, endpoints.getPublicIssueFeed])(
    '$operationId refuses a lowest reward above the highest, and names both',
    async (endpoint) => {
      const url = addressOf(endpoint, own)
      const refused = await send(clara, endpoint, { url: `${url}?reward_min=10.000001&reward_max=10` })
      const { errors } = await problemOf(refused, 400, 'invalid_request')
      expect(errors.map(({ pointer }) => pointer)).toEqual(['/reward_min', '/reward_max'])
      expect((await send(clara, endpoint, { url: `${url}?reward_min=10&reward_max=10.0` })).status).toBe(200)
    },
  )

  test.each(['acme%00:slugify-lite:8', 'acme:slugify-lite:%00', 'acme:slugify-lite:99999999999999999999'])(
    'an issue at %s is not there',
    async (reference) => {
      await problemOf(await send(clara, endpoints.getPublicIssue, { ids: { reference } }), 404, 'not_found')
    },
  )

  test.each([
    '2026-02-31 10:00:00+00',
    '2026-13-01 10:00:00+00',
    '2026-01-01 25:00:00+00',
    '2026-01-01 10:00:61+00',
    '2026-01-01 10:00:00+99',
    '0000-01-01 10:00:00+00',
  ])('a cursor at %s, which is no time, is refused', async (position) => {
    const cursor = Buffer.from(`${position}|1`).toString('base64url')
    for (const sort of ['newest', 'updated', 'relevance']) {
      const url = `${addressOf(endpoints.listPublicIssues, own)}?q=slug&sort=${sort}&cursor=${cursor}`
      await problemOf(await send(clara, endpoints.listPublicIssues, { url }), 400, 'invalid_request')
    }
  })

  test.each(named(withBody))('%s refuses keys that change prototypes (row 27)', async (_, endpoint) => {
    for (const key of ['__proto__', 'constructor', 'prototype'])
      await problemOf(await send(clara, endpoint, { body: `{"${key}":{"x":1}}` }), 400, 'invalid_request')
    expect('x' in {}).toBe(false)
  })

  test.each(named(all.filter((endpoint) => isUnsafe(endpoint) && endpoint.access === 'session' && !endpoint.body)))(
    '%s takes no body',
    async (_, endpoint) => {
      if (endpoint.method === 'DELETE') return
      const before = await rowsOf(service.sql)
      await problemOf(await send(clara, endpoint, { body: '{"force":true}' }), 400, 'invalid_request')
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  test.each(named(all.filter(({ query }) => query)))(
    '%s refuses unknown, repeated and malformed parameters',
    async (_, endpoint) => {
      const url = addressOf(endpoint, own)
      for (const query of [
        '?sorted=1',
        '?limit=0',
        '?limit=101',
        '?limit=1e2',
        '?limit=5&limit=6',
        '?cursor=%27',
        '?cursor=AAAA',
      ])
        await problemOf(await send(clara, endpoint, { url: url + query }), 400, 'invalid_request')
    },
  )

  test.each(named(all.filter(({ query }) => !query)))('%s takes no parameter', async (_, endpoint) => {
    const before = await rowsOf(service.sql)
    const refused = await send(clara, endpoint, { url: `${addressOf(endpoint, own)}?sorted=1` })
    const { errors } = await problemOf(refused, 400, 'invalid_request')
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/sorted'])
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test.each(named(all.filter((endpoint) => isUnsafe(endpoint) && endpoint.method !== 'DELETE')))(
    '%s with too large a body is 413, told or streamed (row 60)',
    async (_, endpoint) => {
      const limit = endpoint.bodyLimit ?? 1024 * 1024
      const large = ' '.repeat(limit + 1)
      await problemOf(await send(clara, endpoint, { body: large }), 413, 'body_too_large')
      const streamed = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)),
      })
      await problemOf(await send(clara, endpoint, { body: streamed }), 413, 'body_too_large')
    },
  )

  const jsonOnly = named(all.filter((endpoint) => isUnsafe(endpoint) && endpoint.access !== 'webhook'))
  const unsafe = named(all.filter((endpoint) => isUnsafe(endpoint) && ['session', 'public'].includes(endpoint.access)))

  test.each(jsonOnly)('%s with a content type that a form can send is 415 (row 7)', async (_, endpoint) => {
    if (endpoint.method === 'DELETE') return
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json; charset=latin1',
      'application/json; charset="utf-16"',
      '',
    ])
      await problemOf(await send(clara, endpoint, { headers: { 'content-type': type } }), 415, 'unsupported_media_type')
  })

  test.each(unsafe)(
    '%s from another origin, from none, or from a sandboxed frame is 403 (rows 7, 8)',
    async (_, endpoint) => {
      const before = await rowsOf(service.sql)
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${service.origin}.evil.example` },
        { origin: service.origin, 'sec-fetch-site': 'cross-site' },
        { origin: service.origin, 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of foreign) await problemOf(await send(clara, endpoint, { headers }), 403, 'cross_origin')
      const bare = new Request(addressOf(endpoint, own), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        ...(endpoint.method !== 'DELETE' && { body: '{}' }),
      })
      await problemOf(await service.lane(bare), 403, 'cross_origin')
      expect(await rowsOf(service.sql)).toEqual(before)
    },
  )

  test.each(named(all.filter(({ idempotency }) => idempotency === 'required')))(
    '%s needs an idempotency key',
    async (_, endpoint) => {
      const url = addressOf(endpoint, own)
      const headers = { 'content-type': 'application/json' }
      const without = await clara.send(url, { method: 'POST', headers, body: '{}' })
      await problemOf(without, 400, 'idempotency_key_required')
      for (const key of ['short', 'ü'.repeat(20), 'x'.repeat(201), 'with a space in it'])
        await problemOf(
          await clara.send(url, {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': Buffer.from(key).toString('latin1') },
            body: '{}',
          }),
          400,
          'invalid_request',
        )
    },
  )
})

describe('every POST of a session', () => {
  const posts = guarded.filter(({ method, storesNoAnswer }) => method === 'POST' && !storesNoAnswer)

  test.each(named(posts.filter(({ operationId }) => operationId !== 'logout')))(
    '%s answers a repeated Idempotency-Key byte for byte, and says so',
    async (id, endpoint) => {
      const sending = { ids: unknown, headers: { 'idempotency-key': newKey() }, body: valid[id] ?? '{}' }
      const ask = () => send(stranger, endpoint, sending)
      const [first, second] = [await ask(), await ask()]
      const text = await first.text()
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

describe('paths and methods', () => {
  const paths = [...new Set(all.map(({ path }) => path))]
  const methodsOf = (path: string) => all.filter((endpoint) => endpoint.path === path).map(({ method }) => method)

  test.each(paths)('%s answers other methods with 405 and what is allowed, and OPTIONS with the same', async (path) => {
    const endpoint = all.find((candidate) => candidate.path === path)
    if (!endpoint) throw new Error('no endpoint')
    const known = methodsOf(path)
    const url = addressOf(endpoint, own)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].filter(
      (one) => !(known as string[]).includes(one),
    )) {
      const response = await clara.send(url, { method })
      await problemOf(response, 405, 'method_not_allowed')
      for (const one of known) expect(response.headers.get('allow')).toContain(one)
    }
    const options = await clara.send(url, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, expect.stringContaining(known[0] ?? '')])
  })

  test.each(named(all.filter(({ method }) => method === 'GET')))(
    '%s answers with and without the trailing slash alike, and to HEAD without a body',
    async (_, endpoint) => {
      const url = addressOf(endpoint, own)
      const withoutSlash = url.slice(0, -1) + queryOf(endpoint)
      const [slashed, bare] = [await send(clara, endpoint), await send(clara, endpoint, { url: withoutSlash })]
      expect([slashed.status, bare.status]).toEqual([200, 200])
      const kept = endpoint.isShared ? sharedCaching(0) : endpoint.isImmutable ? privateCaching : 'private, no-store'
      expect(slashed.headers.get('cache-control')).toBe(kept)
      const head = await send(clara, { ...endpoint, method: 'HEAD' } as never)
      expect([head.status, await head.text()]).toEqual([200, ''])
    },
  )

  test.each(named(guarded.filter(isUnsafe)))(
    '%s is not dropped or redirected without the trailing slash',
    async (_, endpoint) => {
      const response = await send(anonymous, endpoint, { url: addressOf(endpoint, own).slice(0, -1) })
      await problemOf(response, 401, 'unauthenticated')
    },
  )

  test('what a refusal suggests to anyone can be read by anyone', async () => {
    const issue = addressOf(endpoints.getPublicIssue, unknown)
    const list = { code: 'read_list', method: 'GET', href: '/api/v1/public/issues/' }
    expect(await problemOf(await anonymous.send(issue), 404, 'not_found')).toMatchObject({ next_actions: [list] })
    const docs = { code: 'read_documentation', method: 'GET', href: '/api/docs/#/discovery/listPublicIssues' }
    const refused = await anonymous.send(`${addressOf(endpoints.listPublicIssues, own)}?limit=0`)
    expect(await problemOf(refused, 400, 'invalid_request')).toMatchObject({ next_actions: [docs] })
    for (const { href } of [list, docs]) expect((await anonymous.send(service.origin + href)).status).toBe(200)
  })

  test('an unknown path is 404 problem+json', async () => {
    for (const path of ['/api/', '/api/v1/', '/api/v1/client/job-drafts/x/y/z/', '/api/v2/auth/me/'])
      await problemOf(await clara.send(service.origin + path), 404, 'not_found')
  })

  test('operations and route files are one and the same set (row 29)', async () => {
    const served: string[] = []
    for await (const file of glob('app/api/**/route.ts', { cwd: root })) {
      const text = await readFile(resolve(root, file), 'utf8')
      const path = `/${dirname(file)
        .slice('app/'.length)
        .replaceAll(/\[(\w+)\]/g, '{$1}')}/`
      for (const [, method] of text.matchAll(/export const (GET|POST|PUT|PATCH|DELETE)\b/g))
        served.push(`${method} ${path}`)
    }
    const documentation = ['GET /api/docs/', 'GET /api/docs/assets/{file}/']
    const published = Object.values(operations).map(([method, path]) => `${method} ${path}`)
    expect(served.sort()).toEqual([...published, ...documentation].sort())
  })
})

describe('the documentation', () => {
  test('the interactive documentation is served from this origin under a strict policy', async () => {
    const page = await anonymous.send(`${service.origin}/api/docs/`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await page.text()
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/(?!\/)/)
    for (const [, address = ''] of html.matchAll(/"(\/api\/docs\/assets\/[^"]+)"/g))
      expect((await anonymous.send(service.origin + address)).status).toBe(200)
    for (const code of Object.keys(failureKinds)) expect(html).toContain(`id="problem-${code}"`)
  })

  test('health is exactly two fields', async () => {
    const response = await anonymous.send(`${service.origin}/api/health/`)
    expect([response.status, await response.text()]).toEqual([200, '{"status":"ok","service":"jobwright"}'])
  })
})

describe('conditional requests and lists', () => {
  const json = { 'content-type': 'application/json' }

  test('what is made tells where it is and which version, also when it is told again', async () => {
    const init = { method: 'POST', headers: { ...json, 'idempotency-key': newKey() }, body: valid.createAgent ?? '' }
    const make = () => clara.send(`${service.origin}/api/v1/agents/`, init)
    const [first, second] = [await make(), await make()]
    const { id } = (await first.json()) as { id: string }
    const told = { location: `/api/v1/agents/${id}/`, etag: expect.stringMatching(/^"1\./) }
    expect(Object.fromEntries(first.headers)).toMatchObject(told)
    expect(Object.fromEntries(second.headers)).toMatchObject({ ...told, 'idempotent-replayed': 'true' })
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
    expect(draft.headers.get('etag')).toBe('"1"')
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
      `agents/${own.agent_id}/withdrawals/?${agents}`,
      `public/issues/?sort=updated&cursor=${issues.next_cursor}`,
    ])
      await problemOf(await clara.send(`${service.origin}/api/v1/${place}`), 400, 'invalid_request')
    const same = await clara.send(`${service.origin}/api/v1/public/issues/?sort=newest&cursor=${issues.next_cursor}`)
    expect(same.status).toBe(200)
  })

  test('description and documentation are shared, compressed, and 304 to a caller that has them', async () => {
    for (const path of ['schema/', 'docs/', 'docs/assets/swagger-ui.css/']) {
      const headers = { 'accept-encoding': 'br, gzip' }
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
    await problemOf(await service.lane(request), 415, 'unsupported_media_type')
  })
})

test('3,000 random requests of six callers are answered as the served description says, and none with an accident', async () => {
  const document = (await (await anonymous.send(`${service.origin}/api/schema/`)).json()) as FuzzedDocument
  const spare = await clara.call('createAgent', { body: { name: 'Spare', role: 'worker' } })
  await novice.call('becomeClient')
  const ended = /disconnect|revoke|logout/
  // What others of these requests need is neither disconnected nor changed into something else.
  const idsOf = (method: string, path: string) =>
    method === 'GET' || !(ended.test(path) || path.startsWith('/api/v1/agents/'))
      ? [...Object.values(own), unknown.id ?? '', spare.id]
      : [spare.id, unknown.id ?? '', unknown.installation_id ?? '']
  const ofPerson = (name: string, person: Person): Identity => ({
    name,
    send: (target, init) => person.send(service.origin + target, init),
    ...(person !== anonymous && { renew: () => person.signIn() }),
  })
  const ofRuntime = (role: 'worker' | 'verifier'): Identity => ({
    name: `${role} runtime`,
    send: (target, init) => {
      const headers = { ...init.headers, authorization: `Bearer ${credentials[role]}` }
      return service.lane(new Request(service.origin + target, { ...init, headers }))
    },
  })
  const people = [
    ofPerson('anonymous', anonymous),
    ofPerson('client', novice),
    ofPerson('owner', will),
    ofPerson('both', clara),
  ]
  const identities = [...people, ofRuntime('worker'), ofRuntime('verifier')]
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const { faults, statuses } = await fuzz({ document, identities, idsOf, count: 3_000, seed })
  expect(faults, `FUZZ_SEED=${seed} repeats these requests`).toEqual([])
  expect([...statuses.keys()].sort()).toEqual(
    named(all.filter(({ isHidden }) => !isHidden))
      .map(([id]) => id)
      .sort(),
  )
}, 180_000)
