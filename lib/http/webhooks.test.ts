import { createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grant, signInClient } from '#test/journey.ts'
import { startSecondInstance } from '#test/second-instance.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { processDelivery } from '../usecases/webhooks/process-delivery.ts'

const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'webhook-vectors.json'), 'utf8')) as {
  github: { secret: string; payload: string; signature: string }
  circle: { publicKey: string; payload: string; signature: string }
}

let service: Service
let secret = ''
type Headers = Record<string, string>
/** A notification that the provider signed. */
let genuine: { body: string; headers: Headers }
beforeAll(async () => {
  service = await startService({ env: { GITHUB_WEBHOOK_SECRETS: `${golden.github.secret},second-secret-in-rotation` } })
  secret = golden.github.secret
})
afterAll(() => service.stop())

const path = { github: '/api/v1/webhooks/github/', wallet: '/api/v1/webhooks/wallet/' }

function deliver(provider: 'github' | 'wallet', body: string, headers: Headers): Promise<Response> {
  return service.router(new Request(`${service.origin}${path[provider]}`, { method: 'POST', body, headers }))
}

function signed(body: string, by = secret, id: string = crypto.randomUUID()): Headers {
  const signature = createHmac('sha256', by).update(body).digest('hex')
  return { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-delivery': id, 'x-github-event': 'installation' }
}

const rows = async () => (await service.sql`select count(*)::int as count from webhook_inbox`)[0]?.count as number

test('GitHub’s published signature is accepted, over the raw bytes', async () => {
  const { payload, signature } = golden.github
  const headers = {
    'x-hub-signature-256': signature,
    'x-github-delivery': crypto.randomUUID(),
    'x-github-event': 'ping',
  }
  const answer = await deliver('github', payload, headers)
  expect([answer.status, await answer.json()]).toEqual([202, { accepted: true, duplicate: false }])
})

test('both secrets of a rotation are accepted, any other is not (row 59)', async () => {
  expect((await deliver('github', '{}', signed('{}', 'second-secret-in-rotation'))).status).toBe(202)
  expect((await deliver('github', '{}', signed('{}', 'a-retired-secret-of-old'))).status).toBe(401)
})

test('a forged, missing, short, sha1 or foreign signature leaves no row (row 52)', async () => {
  const body = '{"installation":{"id":1}}'
  const good = signed(body)
  const before = await rows()
  const { 'x-hub-signature-256': signature = '', ...unsigned } = good
  const bad: Headers[] = [
    unsigned,
    { ...good, 'x-hub-signature-256': signature.slice(0, -1) },
    { ...good, 'x-hub-signature-256': signature.replace('sha256=', 'sha1=') },
    { ...good, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    { ...good, 'x-hub-signature-256': signature.toUpperCase() },
    { ...good, 'x-github-delivery': '' },
  ]
  for (const headers of bad) expect((await deliver('github', body, headers)).status).toBe(401)
  expect((await deliver('github', `${body} `, good)).status).toBe(401)
  expect(await rows()).toBe(before)
})

test('one delivery delivered twenty times at once is stored once (row 55)', async () => {
  const headers = signed('{"zen":"once"}')
  const before = await rows()
  const answers = await Promise.all(Array.from({ length: 20 }, () => deliver('github', '{"zen":"once"}', headers)))
  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ duplicate: boolean }>))
  expect(answers.every((answer) => answer.status === 202)).toBe(true)
  expect(bodies.filter((one) => !one.duplicate)).toHaveLength(1)
  expect(await rows()).toBe(before + 1)
})

test('a body over the limit is refused before it is read into memory (row 60)', async () => {
  const large = 'x'.repeat(2 * 1024 * 1024 + 1)
  expect((await deliver('github', large, signed(large))).status).toBe(413)
  expect((await deliver('wallet', 'x'.repeat(256 * 1024 + 1), {})).status).toBe(413)
})

test('the wallet provider’s published sample verifies, and not with one more byte', () => {
  const { publicKey, payload, signature } = golden.circle
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  expect(verify('sha256', Buffer.from(payload), key, Buffer.from(signature, 'base64'))).toBe(true)
  expect(verify('sha256', Buffer.from(`${payload} `), key, Buffer.from(signature, 'base64'))).toBe(false)
})

test('the wallet provider finds the address by HEAD', async () => {
  const answer = await service.router(new Request(`${service.origin}${path.wallet}`, { method: 'HEAD' }))
  expect(answer.status).toBe(200)
})

test('an unknown or malformed key id is refused and leaves no row (row 58)', async () => {
  const { payload, signature } = golden.circle
  const before = await rows()
  for (const id of [crypto.randomUUID(), '../../v1/w3s/users', '', 'x'.repeat(500)]) {
    const answer = await deliver('wallet', payload, { 'x-circle-key-id': id, 'x-circle-signature': signature })
    expect(answer.status, id).toBe(401)
  }
  expect(await rows()).toBe(before)
})

test('the provider’s own signed notifications are accepted, and a changed byte is not', async () => {
  const received: { body: string; headers: Headers }[] = []
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.method === 'POST') received.push({ body, headers: request.headers as Headers })
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const client = initiateUserControlledWalletsClient({
    apiKey,
    baseUrl: service.wallets.url,
  })
  await client.createSubscription({ endpoint: `http://127.0.0.1:${port}/` })
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0)
  server.close()
  const { body, headers } = received[0] ?? { body: '', headers: {} }
  const kept = {
    'x-circle-key-id': headers['x-circle-key-id'] ?? '',
    'x-circle-signature': headers['x-circle-signature'] ?? '',
  }
  genuine = { body, headers: kept }
  expect((await deliver('wallet', body, kept)).status).toBe(202)
  expect(await (await deliver('wallet', body, kept)).json()).toEqual({ accepted: true, duplicate: true })
  expect((await deliver('wallet', body.replace('{', '{ '), kept)).status).toBe(401)
})

test('an event is only a reason to read the host again: a false claim changes nothing, under any delivery id (rows 54, 62)', async () => {
  const clara = await signInClient(service)
  await grant(clara, 'acme')
  await service.runWorker()
  const status = await clara.call('getGithubStatus')
  const id = status.installations[0]?.installation_id
  for (const claim of [
    { action: 'deleted', installation: { id } },
    { action: 'suspend', installation: { id } },
    { action: 'removed', installation: { id }, repositories_removed: [{ id: 1 }] },
    { action: 'deleted', installation: { id: 999_999 } },
    { installation: { id: 'x' } },
  ]) {
    const body = JSON.stringify(claim)
    for (let times = 0; times < 2; times += 1) expect((await deliver('github', body, signed(body))).status).toBe(202)
  }
  const waiting = async () =>
    (await service.sql`select count(*)::int as count from webhook_inbox where processed_at is null`)[0]?.count
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  const strip = ({ installations }: typeof status) =>
    installations.map(({ checked_at: _, ...one }) => ({
      ...one,
      repositories: one.repositories.map(({ checked_at, ...rest }) => rest),
    }))
  expect(strip(await clara.call('getGithubStatus'))).toEqual(strip(status))
})

/** A key that the provider publishes from now on, and what it signs. */
function publishKey(): (body: string) => Headers {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = crypto.randomUUID()
  const answer = { id, algorithm: 'ECDSA_SHA_256', publicKey: publicKey.export({ format: 'der', type: 'spki' }) }
  const text = JSON.stringify({ data: { ...answer, publicKey: answer.publicKey.toString('base64') } })
  const { rewrite, status } = service.wires.wallets
  service.wires.wallets.rewrite = (request, original) => (request.path.endsWith(id) ? text : rewrite(request, original))
  service.wires.wallets.status = (request) => (request.path.endsWith(id) ? 200 : status(request))
  return (body) => ({
    'x-circle-key-id': id,
    'x-circle-signature': sign('sha256', Buffer.from(body), privateKey).toString('base64'),
  })
}

const keyQuestions = () =>
  service.wires.wallets.requests.filter(({ path }) => path.includes('/notifications/publicKey/')).length

async function flood(peer: string, times: number): Promise<number[]> {
  const statuses = new Set<number>()
  for (let n = 0; n < times; n += 1) {
    const unknown = { 'x-circle-key-id': crypto.randomUUID(), 'x-circle-signature': 'AAAA' }
    statuses.add((await deliver('wallet', '{}', { ...unknown, 'x-jobwright-peer': peer })).status)
  }
  return [...statuses].sort()
}

test('a flood of invented key ids asks the provider at most 60 times an hour and network; known keys go on working (row 58)', async () => {
  const before = keyQuestions()
  expect(await flood('203.0.113.7', 300)).toEqual([401, 429])
  expect(keyQuestions() - before).toBeLessThanOrEqual(60)
  const fromThere = { ...genuine.headers, 'x-jobwright-peer': '203.0.113.7' }
  expect((await deliver('wallet', genuine.body, fromThere)).status).toBe(202)
  for (const id of ['../../v1/w3s/user', 'a'.repeat(36), '', '00000000-0000-0000-0000-00000000000G'])
    expect((await deliver('wallet', '{}', { 'x-circle-key-id': id, 'x-circle-signature': 'AAAA' })).status).toBe(401)
  expect(keyQuestions() - before).toBeLessThanOrEqual(60)
})

test('a key that is new after a flood from elsewhere is accepted', async () => {
  await flood('203.0.113.8', 70)
  const body = JSON.stringify({ notificationId: crypto.randomUUID(), notificationType: 'webhooks.test' })
  const headers = publishKey()(body)
  expect((await deliver('wallet', body, { ...headers, 'x-jobwright-peer': '198.51.100.2' })).status).toBe(202)
})

test('another instance knows the key from the database, even while the provider does not answer', async () => {
  const other = await startSecondInstance(service)
  const body = JSON.stringify({ notificationId: crypto.randomUUID(), notificationType: 'webhooks.test' })
  const headers = publishKey()(body)
  expect((await deliver('wallet', body, headers)).status).toBe(202)
  const before = keyQuestions()
  service.wires.wallets.fate = () => 'cut'
  const answer = await other(new Request(`${service.origin}${path.wallet}`, { method: 'POST', body, headers }))
  service.wires.wallets.mend()
  expect([answer.status, await answer.json()]).toEqual([202, { accepted: true, duplicate: true }])
  expect(keyQuestions()).toBe(before)
})

test('a signed notification whose ids the database cannot hold is acknowledged and changes nothing', async () => {
  const signedBy = publishKey()
  const before = await rows()
  for (const id of ['a\u0000', '\ud800']) {
    const body = JSON.stringify({ notificationId: id, notificationType: 'webhooks.test' })
    expect((await deliver('wallet', body, signedBy(body))).status).toBe(202)
  }
  expect(await rows()).toBe(before)
  for (const notificationType of ['challenges.contractExecution', 'transactions.outbound']) {
    const notification = { id: 'a\u0000', refId: 'a\u0000' }
    const notificationId = crypto.randomUUID()
    const body = JSON.stringify({ notificationId, notificationType, notification })
    expect((await deliver('wallet', body, signedBy(body))).status).toBe(202)
    const [row] = await service.sql`select id from webhook_inbox where delivery_id = ${notificationId}`
    await processDelivery(service.context(), { deliveryRowId: row?.id })
    const [done] = await service.sql`select processed_at, last_error from webhook_inbox where id = ${row?.id}`
    expect(done).toMatchObject({ processed_at: expect.any(Date), last_error: null })
  }
})
