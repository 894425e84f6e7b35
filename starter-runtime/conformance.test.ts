import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type MessageName, pairingDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { freePort } from '#sandbox/chain/free-port.ts'
import type { Line } from '#tools/conformance/check.ts'
import { checkRuntime } from '#tools/conformance/check-runtime.ts'
import type { Plane } from '#tools/conformance/plane/plane.ts'
import { startPlane } from '#tools/conformance/plane/start-plane.ts'
import { undocumented } from '#tools/conformance/testing/undocumented.ts'
import { until } from './testing/until.ts'

const root = join(import.meta.dirname, '..')
const password = 'the owner of the tests'
const executor = ['--', 'node', join(root, 'tools/conformance/executor/executor.mjs')]

/** Receives the function that ends what was started; it happens when the test is over. */
type AtEnd = (end: () => void | Promise<void>) => void

async function openPlane(role: 'worker' | 'verifier', atEnd: AtEnd): Promise<Plane> {
  const plane = await startPlane({ role, host: '127.0.0.1', port: 0 })
  atEnd(() => plane.stop())
  return plane
}

/** The real program; resolves to where it listens. */
async function startRuntime({ role, origin }: Plane, atEnd: AtEnd): Promise<string> {
  const workDir = mkdtempSync(join(tmpdir(), 'starter-conformance-'))
  const words = ['--role', role, '--port', '0', '--work-dir', workDir, '--control-plane', origin]
  const child = spawn(
    process.execPath,
    [join(root, 'starter-runtime/main.ts'), ...words, ...(role === 'worker' ? executor : [])],
    { env: { ...process.env, STARTER_PASSWORD: password }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  atEnd(async () => {
    await stop(child)
    rmSync(workDir, { recursive: true, force: true })
  })
  const output = gather(child)
  const found = await until('the runtime to listen', () => / listens on (http:\/\/[^,]+)/.exec(output()))
  return found[1] ?? ''
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function gather(child: ChildProcess): () => string {
  let output = ''
  const add = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => output
}

async function showToken(url: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${url}/service/console/pairing-token`, { method: 'POST', headers, body: '{}' })
  const { pairing_token } = (await response.json()) as { pairing_token: string }
  return pairing_token
}

/**
 * A runtime that pairs as it should, but signs with another key than it names, or forgets that a token was used; its
 * heartbeats come when it likes and carry cookies.
 */
async function startWrongRuntime(origin: string, fault: 'other key' | 'forgetful', atEnd: AtEnd): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey())
  const signer = fault === 'other key' ? privateKeyToAccount(generatePrivateKey()) : account
  const key = account.address.toLowerCase()
  const token = randomBytes(32).toString('base64url')
  const challenged = new Set<string>()
  let claimed: Record<string, string> | undefined
  const sign = (name: MessageName, message: Record<string, unknown>) =>
    signer.signTypedData(typedMessage(name, pairingDomain, message))

  async function challenge({ protocol, agent_id: agentId, role, origin: from, nonce }: Record<string, string>) {
    if (protocol !== 'jobwright-runtime/1' || role !== 'verifier' || from !== origin) return undefined
    const own = { runtimeNonce: randomBytes(32).toString('base64url'), software: 'wrong/1', isolation: 'none' }
    challenged.add(`${agentId} ${nonce} ${own.runtimeNonce}`)
    const signature = await sign('PairingAnswer', { protocol, agentId, role, origin, nonce, key, ...own })
    return { protocol, runtime_nonce: own.runtimeNonce, key, ...own, signature }
  }

  async function claim(body: Record<string, string>) {
    const isChallenged = challenged.has(`${body.agent_id} ${body.nonce} ${body.runtime_nonce}`)
    if (!isChallenged || body.token !== token || body.api_base_url !== origin || !body.credential || !body.escrow)
      return undefined
    claimed ??= body
    const credentialHash = `0x${createHash('sha256').update(body.credential).digest('hex')}`
    const { agent_id: agentId, nonce, runtime_nonce: runtimeNonce, epoch, chain_id: chainId, escrow } = body
    const facts = { agentId, nonce, runtimeNonce, credentialHash, epoch, chainId, escrow }
    return { claimed: true, credential_hash: credentialHash, signature: await sign('ClaimReceipt', facts) }
  }

  const server = createServer(async (request, response) => {
    const answer = { '/service/connect/challenge': challenge, '/service/connect/claim': claim }[request.url ?? '']
    if (!answer) return void response.writeHead(404).end()
    const body = (await json(request).catch(() => undefined)) as Record<string, string> | undefined
    const given = await answer({ ...body })
    response.writeHead(given ? 200 : 403).end(JSON.stringify(given))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const beat = setInterval(() => {
    if (!claimed) return
    const headers = { authorization: `Bearer ${claimed.credential}`, cookie: 'a=1', 'content-type': 'application/json' }
    const body = JSON.stringify({ state: 'idle', software: 'wrong/1', running: [] })
    fetch(`${origin}/api/v1/agent-runtime/heartbeat/`, { method: 'POST', headers, body }).catch(() => undefined)
  }, 200)
  atEnd(async () => {
    clearInterval(beat)
    server.closeAllConnections()
    server.close()
  })
  return `service-connect://127.0.0.1:${(server.address() as AddressInfo).port}?v=1&token=${token}&key=${key}`
}

const failedRules = (lines: Line[]) => lines.filter(({ outcome }) => outcome === 'FAILED').map(({ rule }) => rule)

test.concurrent.for(['worker', 'verifier'] as const)(
  'the starter runtime keeps every rule of the protocol as a %s',
  {
    timeout: 400_000,
  },
  async (role, { onTestFinished: atEnd }) => {
    const plane = await openPlane(role, atEnd)
    const pairing = await showToken(await startRuntime(plane, atEnd))
    const lines = await checkRuntime(plane, { pairing, password }, () => undefined)
    expect(lines.filter(({ outcome }) => outcome !== 'ok')).toEqual([])
    expect(lines.length).toBeGreaterThan(55)
    const results = lines.filter(({ seen }) => /signed Submission|^PASS: /.test(seen))
    expect(results).not.toEqual([])
    expect(undocumented(plane), 'answers that the service does not describe').toEqual([])
  },
)

test.concurrent('a runtime that signs with another key than its token names fails the rules of the signatures, and goes no further', async ({
  onTestFinished: atEnd,
}) => {
  const plane = await openPlane('verifier', atEnd)
  const pairing = await startWrongRuntime(plane.origin, 'other key', atEnd)
  const lines = await checkRuntime(plane, { pairing }, () => undefined)
  expect(failedRules(lines)).toEqual([
    'a challenge is answered with all of it signed by the key that the token names',
    'the right claim is answered with the hash of its credential, signed',
  ])
  expect(lines.at(-1)).toMatchObject({ outcome: 'not checked', seen: 'the runtime was not paired' })
})

test.concurrent('a runtime that takes replays and heeds no answer fails exactly those rules, and the command with them', {
  timeout: 300_000,
}, async ({ onTestFinished: atEnd }) => {
  const port = await freePort()
  const pairing = await startWrongRuntime(`http://127.0.0.1:${port}`, 'forgetful', atEnd)
  const words = ['--pairing', pairing, '--role', 'verifier', '--listen', `127.0.0.1:${port}`, '--no-work']
  const child = spawn(process.execPath, [join(root, 'tools/conformance/main.ts'), ...words])
  atEnd(() => stop(child))
  const output = gather(child)
  const [code] = await once(child, 'exit')
  const rules = output().matchAll(/^FAILED {2}(.*?) {2}\(/gm)
  expect([...rules].map(([, rule]) => rule)).toEqual([
    'the token is used up: another claim with it is refused',
    'a challenge is refused while no token is open, a replayed one too',
    'the configuration is read, and again when its version changed',
    'heartbeats come no faster than they are asked for',
    'after a 429 the heartbeat waits for Retry-After, and goes on',
    'after a 503 the heartbeat waits for Retry-After, and goes on',
    'an offered rotation is taken up: its own secret, whose hash is signed, used from then on',
    'a rotation whose answer was lost comes to an end',
    'no request carries a cookie, although every answer sets one',
    'after 401 credential_revoked the runtime stops calling, in the middle of work too',
  ])
  expect(output()).toMatch(/not checked: no work was wanted/)
  expect(output().trim().split('\n').at(-1)).toMatch(/^\d+ passed, 10 failed$/)
  expect(code).toBe(1)
})
