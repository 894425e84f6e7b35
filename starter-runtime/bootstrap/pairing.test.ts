import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverTypedDataAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messageTypes, pairingDomain } from '#lib/domain/signed-messages.ts'
import { hex } from '../identity.ts'
import {
  challengeOf,
  controlPlane,
  post,
  type Sent,
  secretOf,
  startBootstrap,
  type TestBootstrap,
} from '../testing/bootstrap.ts'

let folder: string
let runtime: TestBootstrap
const started: TestBootstrap[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'starter-pairing-'))
  runtime = await start()
})

afterEach(async () => {
  for (const one of started.splice(0)) await one.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<TestBootstrap> {
  const one = await startBootstrap(folder)
  started.push(one)
  return one
}

const escrow = `0x${'e'.repeat(40)}`

function challenge(body: object = challengeOf(), to = runtime): Promise<Sent> {
  return post(`${to.url}/service/connect/challenge`, body)
}

function claim(body: object, to = runtime): Promise<Sent> {
  return post(`${to.url}/service/connect/claim`, body)
}

/** A challenge that was answered, and the claim that may follow it. */
async function challenged(token: string, changes: object = {}) {
  const asked = challengeOf()
  const { json } = await challenge(asked)
  return {
    agent_id: asked.agent_id,
    token: secretOf(token),
    nonce: asked.nonce,
    runtime_nonce: json.runtime_nonce,
    credential: `jwr_${randomUUID()}_${randomBytes(32).toString('base64url')}`,
    api_base_url: controlPlane,
    scopes: ['heartbeat'],
    epoch: 3,
    chain_id: 31337,
    escrow,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    ...changes,
  }
}

async function signerOf(name: keyof typeof messageTypes, message: object, signature: unknown): Promise<string> {
  const types = { [name]: messageTypes[name] }
  const signed = { domain: pairingDomain, types, primaryType: name, message, signature: hex(String(signature)) }
  return (await recoverTypedDataAddress(signed as never)).toLowerCase()
}

describe('challenge', () => {
  test('is answered with a signature of the key that the token names, over all of it', async () => {
    const token = runtime.openToken()
    expect(token).toMatch(
      new RegExp(
        `^service-connect://localhost:${runtime.server.port}\\?v=1&token=[A-Za-z0-9_-]{43}&key=${runtime.identity.address}$`,
      ),
    )
    const asked = challengeOf()
    const { status, json } = await challenge(asked)
    expect(status).toBe(200)
    const { agent_id: agentId, role, origin, nonce, protocol } = asked
    const { runtime_nonce: runtimeNonce, key, software, isolation, signature } = json
    const message = { protocol, agentId, role, origin, nonce, runtimeNonce, key, software, isolation }
    expect(key).toBe(runtime.identity.address)
    expect(await signerOf('PairingAnswer', message, signature)).toBe(runtime.identity.address)
  })

  test('of the control plane stays good however many others come after it', async () => {
    const admitted = await challenged(runtime.openToken())
    for (let others = 0; others < 40; others += 1) await challenge(challengeOf())
    expect((await claim(admitted)).status).toBe(200)
  })

  test('admits only a claim with its own agent and nonces, while its token is open', async () => {
    const admitted = await challenged(runtime.openToken())
    const other = await challenge(challengeOf())
    const changes = [
      { agent_id: randomUUID() },
      { nonce: randomUUID() },
      { runtime_nonce: other.json.runtime_nonce },
      { runtime_nonce: 'A'.repeat(43) },
      { runtime_nonce: `${admitted.runtime_nonce}A` },
    ]
    for (const change of changes) expect((await claim({ ...admitted, ...change })).json.code).toBe('wrong_token')
    const reopened = runtime.openToken()
    expect((await claim({ ...admitted, token: secretOf(reopened) })).json.code).toBe('wrong_token')
  })

  test('is answered only while a token is open', async () => {
    expect((await challenge()).status).toBe(410)
    runtime.openToken()
    expect((await challenge()).status).toBe(200)
    runtime.pass(15 * 60_000)
    expect((await challenge()).status).toBe(410)
  })

  test.each([
    ['another role', { role: 'verifier' }, 'wrong_role'],
    ['another control plane', { origin: 'https://evil.example' }, 'wrong_control_plane'],
    ['an origin that only begins like it', { origin: `${controlPlane}@evil.example` }, 'wrong_control_plane'],
  ])('of %s is refused (H11)', async (_, changes, code) => {
    runtime.openToken()
    const { status, json } = await challenge(challengeOf(changes))
    expect(status).toBe(403)
    expect(json.code).toBe(code)
  })

  test.each([
    ['an unknown field', { more: 1 }],
    ['another protocol', { protocol: 'jobwright-runtime/2' }],
    ['no nonce', { nonce: undefined }],
  ])('with %s is not valid', async (_, changes) => {
    runtime.openToken()
    expect((await challenge(challengeOf(changes))).status).toBe(400)
  })
})

describe('claim', () => {
  test('persists the credential for its owner alone, and answers with a signed receipt', async () => {
    const body = await challenged(runtime.openToken())
    const { status, json } = await claim(body)
    expect(status).toBe(200)
    const credentialHash = `0x${createHash('sha256').update(body.credential).digest('hex')}`
    expect(json).toMatchObject({ claimed: true, credential_hash: credentialHash })
    const message = {
      agentId: body.agent_id,
      nonce: body.nonce,
      runtimeNonce: body.runtime_nonce,
      credentialHash,
      epoch: 3n,
      chainId: 31337n,
      escrow,
    }
    expect(await signerOf('ClaimReceipt', message, json.signature)).toBe(runtime.identity.address)
    expect(runtime.connection.current()?.credential).toBe(body.credential)
    expect(statSync(runtime.workDir.connection).mode & 0o777).toBe(0o600)
    expect(statSync(runtime.workDir.identity).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('uses the token up (M7)', async () => {
    const token = runtime.openToken()
    const [first, second] = [await challenged(token), await challenged(token)]
    expect((await claim(first)).status).toBe(200)
    expect((await claim(second)).status).toBe(410)
    expect(runtime.connection.current()?.credential).toBe(first.credential)
  })

  test('wins alone among many at once', async () => {
    const token = runtime.openToken()
    const claims = await Promise.all(Array.from({ length: 20 }, () => challenged(token)))
    const answers = await Promise.all(claims.map((body) => claim(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('repeated word for word within 10 minutes is answered word for word, then no more', async () => {
    const body = await challenged(runtime.openToken())
    const first = await claim(body)
    runtime.pass(9 * 60_000)
    expect((await claim(body)).text).toBe(first.text)
    expect((await claim({ ...body, epoch: 4 })).status).toBe(410)
    runtime.pass(2 * 60_000)
    expect((await claim(body)).status).toBe(410)
  })

  test('is answered the same by a runtime that crashed after it had persisted it', async () => {
    const body = await challenged(runtime.openToken())
    const first = await claim(body)
    const restarted = await start()
    expect((await claim(body, restarted)).text).toBe(first.text)
    expect(restarted.connection.current()?.credential).toBe(body.credential)
  })

  test('after a crash that came before it was persisted finds no token, and nothing is kept', async () => {
    const body = await challenged(runtime.openToken())
    const restarted = await start()
    expect((await claim(body, restarted)).status).toBe(410)
    expect(restarted.connection.current()).toBeUndefined()
  })

  test.each<[string, object, number, string]>([
    ['another token', { token: randomBytes(32).toString('base64url') }, 403, 'wrong_token'],
    ['another nonce', { nonce: randomUUID() }, 403, 'wrong_token'],
    ['another runtime nonce', { runtime_nonce: randomBytes(32).toString('base64url') }, 403, 'wrong_token'],
    ['another agent than was challenged', { agent_id: randomUUID() }, 403, 'wrong_token'],
    ['an API elsewhere', { api_base_url: 'https://evil.example' }, 403, 'wrong_control_plane'],
    ['an API that looks like it', { api_base_url: `${controlPlane}@evil.example` }, 403, 'wrong_control_plane'],
    ['a credential of another form', { credential: 'secret' }, 400, 'invalid_request'],
  ])('with %s is refused, and the token stays open', async (_, changes, status, code) => {
    const token = runtime.openToken()
    const answer = await claim(await challenged(token, changes))
    expect(answer.status).toBe(status)
    expect(answer.json.code).toBe(code)
    expect(runtime.connection.current()).toBeUndefined()
    expect((await claim(await challenged(token))).status).toBe(200)
  })

  test.each([
    ['chain', { chain_id: 1 }],
    ['escrow', { escrow: `0x${'f'.repeat(40)}` }],
  ])('of another %s than the first one is refused until the owner resets (H11)', async (_, changes) => {
    await claim(await challenged(runtime.openToken()))
    const again = await claim(await challenged(runtime.openToken(), changes))
    expect(again.json.code).toBe('other_escrow')
    await runtime.connection.reset()
    expect((await claim(await challenged(runtime.openToken(), changes))).status).toBe(200)
  })

  test('leaves token and credential out of everything but the one file', async () => {
    const body = await challenged(runtime.openToken())
    await claim(body)
    expect(readFileSync(runtime.workDir.connection, 'utf8')).not.toContain(body.token)
    expect(readFileSync(runtime.workDir.identity, 'utf8')).not.toContain(body.credential)
  })
})
