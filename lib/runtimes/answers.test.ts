import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { until } from '#test/until.ts'
import { isFailure } from '../domain/failure.ts'
import { isLoopback } from '../outbound/public-address.ts'
import type { PairingClaim, Runtimes } from '../ports/runtimes.ts'
import { askRuntime } from './ask-runtime.ts'
import { createRuntimes } from './runtimes.ts'
import { createSlots } from './slots.ts'

const reachable = 'The runtime could not be reached.'
const slow = 'The runtime was too slow to answer.'
const refused = 'The runtime refused: the token was used or has expired, or the runtime is set up for another role.'
const garbled = 'The runtime’s answer was not understood.'
const codes: Record<string, string> = {
  [reachable]: 'runtime_unavailable',
  [slow]: 'runtime_unavailable',
  [refused]: 'pairing_invalid',
  [garbled]: 'pairing_invalid',
}

const key = `0x${'a'.repeat(40)}` as const
const challenge = {
  protocol: 'jobwright-runtime/1',
  agentId: '019bd4a8-0000-7000-8000-000000000001',
  role: 'verifier',
  origin: 'https://jobwright.example',
  nonce: 'n'.repeat(43),
} as const
const good = {
  protocol: 'jobwright-runtime/1',
  runtime_nonce: 'r'.repeat(43),
  key: `0x${'A'.repeat(40)}`,
  software: 'jobwright-starter/1.0.0',
  isolation: 'bubblewrap',
  signature: `0x${'Ab'.repeat(65)}`,
}
const claim: PairingClaim = {
  agentId: challenge.agentId,
  token: 't'.repeat(43),
  nonce: challenge.nonce,
  runtimeNonce: good.runtime_nonce,
  credential: 'jwr_secret',
  apiBaseUrl: 'https://jobwright.example/api/v1',
  scopes: ['heartbeat', 'job'],
  epoch: 3,
  expiresAt: new Date('2026-12-21T00:00:00Z'),
  chainId: 31_337,
  escrow: `0x${'e'.repeat(40)}`,
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let port: number
let handle: Handler
let requests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[]
let runtimes: Runtimes

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url, headers } = request
    requests.push({ ...(method && { method }), ...(url && { url }), headers, body: await text(request) })
    handle(request, response)
  })
  // Leaves it to the caller to end a connection.
  server.keepAliveTimeout = 60_000
  port = await listen(server)
  runtimes = createRuntimes({ loopback: [`127.0.0.1:${port}`] })
})
beforeEach(() => {
  requests = []
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

describe('what goes over the wire', () => {
  test('a challenge and its answer, with key and signature in lower case', async () => {
    handle = answering(good)
    expect(await runtimes.challenge(at('/base'), challenge)).toEqual({
      runtimeNonce: good.runtime_nonce,
      key,
      software: good.software,
      isolation: good.isolation,
      signature: good.signature.toLowerCase(),
    })
    expect(requests).toMatchObject([{ method: 'POST', url: '/base/service/connect/challenge' }])
    const { agentId: agent_id, ...others } = challenge
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ agent_id, ...others })
    expect(requests[0]?.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    })
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('a claim and its answer', async () => {
    const credentialHash = `0x${'cd'.repeat(32)}`
    handle = answering({ claimed: true, credential_hash: credentialHash, signature: good.signature })
    const expected = { credentialHash, signature: good.signature.toLowerCase() }
    expect(await runtimes.claim(at(), claim)).toEqual(expected)
    expect(requests).toMatchObject([{ method: 'POST', url: '/service/connect/claim' }])
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      agent_id: claim.agentId,
      token: claim.token,
      nonce: claim.nonce,
      runtime_nonce: claim.runtimeNonce,
      credential: 'jwr_secret',
      api_base_url: claim.apiBaseUrl,
      scopes: ['heartbeat', 'job'],
      epoch: 3,
      expires_at: '2026-12-21T00:00:00.000Z',
      chain_id: 31_337,
      escrow: claim.escrow,
    })
  })

  test('no connection is kept for another call', async () => {
    handle = answering(good)
    await runtimes.challenge(at(), challenge)
    await runtimes.challenge(at(), challenge)
    const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
    await until(count, (open) => open === 0)
  })

  test('a runtime is never asked more than two things at a time', async () => {
    let open = 0
    let most = 0
    handle = (_, response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        response.end(JSON.stringify(good))
      }, 30)
    }
    await Promise.all(Array.from({ length: 10 }, () => runtimes.challenge(at(), challenge)))
    expect({ most, asked: requests.length }).toEqual({ most: 2, asked: 10 })
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is a refusal, and nobody goes there', async (status) => {
    let visits = 0
    const elsewhere = createServer((_, response) => {
      visits += 1
      response.end(JSON.stringify(good))
    })
    const other = await listen(elsewhere)
    handle = (_, response) => response.writeHead(status, { location: `http://127.0.0.1:${other}/` }).end()
    try {
      await failsWith(refused)
      expect({ visits, asked: requests.length }).toEqual({ visits: 0, asked: 1 })
    } finally {
      elsewhere.close()
    }
  })
})

describe('statuses', () => {
  test.each([201, 204, 400, 401, 403, 404, 409, 410, 422])('%i is a refusal', async (status) => {
    handle = (_, response) => response.writeHead(status).end(status === 204 ? undefined : JSON.stringify(good))
    await failsWith(refused)
  })

  test.each([429, 500, 502, 503, 504])('%i may be better later', async (status) => {
    handle = (_, response) => response.writeHead(status).end('secret words of the runtime')
    await failsWith(reachable)
  })
})

describe('answers that are not understood', () => {
  test.each<[string, unknown]>([
    ['no object', []],
    ['null', null],
    ['an empty object', {}],
    ['a field more', { ...good, more: 1 }],
    ['a field less', { ...good, isolation: undefined }],
    ['another protocol', { ...good, protocol: 'jobwright-runtime/2' }],
    ['a nonce that is short', { ...good, runtime_nonce: 'r' }],
    ['a nonce with other letters', { ...good, runtime_nonce: `${'r'.repeat(42)}!` }],
    ['a key that is no address', { ...good, key: '0x12' }],
    ['a key that is a number', { ...good, key: 12 }],
    ['a signature of 64 bytes', { ...good, signature: `0x${'ab'.repeat(64)}` }],
    ['a signature that is no hex', { ...good, signature: `0x${'zz'.repeat(65)}` }],
    ['software without a name', { ...good, software: '' }],
    ['software with much to say', { ...good, software: 'x'.repeat(101) }],
    ['software that moves the cursor', { ...good, software: 'x\u001b[2J' }],
    ['software written backwards', { ...good, software: 'x\u202e' }],
  ])('%s', async (_, answer) => {
    handle = answering(answer)
    await failsWith(garbled)
  })

  test.each<[string, string | Buffer, Record<string, string>?]>([
    ['a page', '<!doctype html><title>Hello</title>'],
    ['nothing', ''],
    ['half of it', JSON.stringify(good).slice(0, -10)],
    ['more than it', `${JSON.stringify(good)}{}`],
    ['bytes that are no text', Buffer.from(`{"a":"\u00ff"}`, 'latin1')],
    ['it compressed, which was not asked for', gzipSync(JSON.stringify(good)), { 'content-encoding': 'gzip' }],
    ['it under the name of a coding', JSON.stringify(good), { 'content-encoding': 'br' }],
  ])('%s', async (_, body, headers) => {
    handle = (_request, response) => response.writeHead(200, headers).end(body)
    await failsWith(garbled)
  })

  test('a claim that was not made', async () => {
    handle = answering({ claimed: false, credential_hash: `0x${'cd'.repeat(32)}`, signature: good.signature })
    await expect(runtimes.claim(at(), claim)).rejects.toMatchObject({ code: 'pairing_invalid', message: garbled })
  })
})

test('an answer with text that the database cannot hold is not understood', async () => {
  handle = (_, response) => response.end(JSON.stringify({ ...good, software: 'starter\u0000' }))
  await failsWith(garbled)
})

describe('size', () => {
  const padded = (size: number) => JSON.stringify(good).padEnd(size, ' ')

  test('256 KiB is read, and a byte more is not', async () => {
    handle = (_, response) => response.end(padded(256 * 1_024))
    await runtimes.challenge(at(), challenge)
    handle = (_, response) => response.end(padded(256 * 1_024 + 1))
    await failsWith(garbled)
  })

  test('an answer without end is left at once', async () => {
    const left = Promise.withResolvers<void>()
    handle = (_, response) => {
      response.once('close', () => left.resolve())
      const pour = () => {
        while (!response.destroyed && response.write(padded(65_536)));
      }
      response.on('drain', pour)
      pour()
    }
    await failsWith(garbled)
    await left.promise
  })

  test('headers without end are left', async () => {
    handle = (_, response) => response.writeHead(200, { 'x-much': 'x'.repeat(20_000) }).end('{}')
    await failsWith(garbled)
  })
})

describe('time', () => {
  test('a runtime that says nothing, one that drips, and one that never finishes to connect are too slow', async () => {
    const drips: NodeJS.Timeout[] = []
    const silent = createServer(() => undefined)
    const dripping = createServer((_, response) => {
      response.writeHead(200)
      drips.push(setInterval(() => response.write(' '), 100))
    })
    // Takes the connection and never greets, so that TLS does not come up.
    const mute = createSocketServer((socket) => socket.on('error', () => undefined))
    const servers = [silent, dripping, mute]
    try {
      const [first, second, third] = [await listen(silent), await listen(dripping), await listen(mute)]
      const both = createRuntimes({ loopback: [`127.0.0.1:${first}`, `127.0.0.1:${second}`] })
      const place = { url: new URL(`https://127.0.0.1:${third}/`), isAllowed: isLoopback }
      const outcomes = await Promise.allSettled([
        both.challenge({ ...at(), port: first }, challenge),
        both.challenge({ ...at(), port: second }, challenge),
        askRuntime(place, {}, async () => [], createSlots({ perHost: 2, all: 32 })),
      ])
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: { code: 'runtime_unavailable', message: slow } },
        { status: 'rejected', reason: { code: 'runtime_unavailable', message: slow } },
        { status: 'rejected', reason: { code: 'UND_ERR_CONNECT_TIMEOUT' } },
      ])
    } finally {
      for (const drip of drips) clearInterval(drip)
      for (const one of [silent, dripping]) one.closeAllConnections()
      for (const one of servers) one.close()
    }
  })
})

describe('a runtime that is not there', () => {
  test('because nobody listens', async () => {
    const nobody = await freePort()
    const other = createRuntimes({ loopback: [`127.0.0.1:${nobody}`] })
    await expect(other.challenge({ ...at(), port: nobody }, challenge)).rejects.toMatchObject({ message: reachable })
  })

  test('because it hangs up, before or within its answer', async () => {
    handle = (request) => request.socket.destroy()
    await failsWith(reachable)
    handle = (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{', () => request.socket.destroy())
    }
    await failsWith(reachable)
  })

  test('because its name does not exist, or has no address', async () => {
    const address = { ...at(), host: 'runtime.example.org' }
    const unknown = createRuntimes({
      loopback: [],
      resolve: () => Promise.reject(new Error('ENOTFOUND internal.name')),
    })
    await expect(unknown.challenge(address, challenge)).rejects.toMatchObject({ message: reachable })
    const empty = createRuntimes({ loopback: [], resolve: async () => [] })
    await expect(empty.challenge(address, challenge)).rejects.toMatchObject({ message: reachable })
  })

  test('because what is there speaks no TLS', async () => {
    const place = { url: new URL(`https://127.0.0.1:${port}/`), isAllowed: isLoopback }
    await expect(askRuntime(place, {}, async () => [], createSlots({ perHost: 2, all: 32 }))).rejects.toThrow()
    expect(requests).toEqual([])
  })

  test('because what is there speaks no HTTP', async () => {
    const odd = createSocketServer((socket) => socket.once('data', () => socket.end('502 5.5.2 mail.internal\r\n')))
    const other = await listen(odd)
    try {
      const strange = createRuntimes({ loopback: [`127.0.0.1:${other}`] })
      const answer = strange.challenge({ ...at(), port: other }, challenge)
      await expect(answer).rejects.toMatchObject({ code: 'pairing_invalid', message: garbled })
    } finally {
      odd.close()
    }
  })
})

/** Nothing from the runtime is in the message: one fixed text, its code, and no cause. */
async function failsWith(message: string): Promise<void> {
  const failure: unknown = await runtimes.challenge(at(), challenge).then(
    () => 'no failure',
    (error: unknown) => error,
  )
  const nextActions = codes[message] === 'pairing_invalid' ? [{ code: 'show_new_token' }] : []
  expect(failure).toMatchObject({ message, code: codes[message], errors: [], nextActions })
  expect(isFailure(failure) && failure.cause).toBeUndefined()
}

function answering(body: unknown): Handler {
  return (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function at(base = '') {
  return { host: '127.0.0.1', port, base, key }
}

async function listen(listener: SocketServer): Promise<number> {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return address.port
}
