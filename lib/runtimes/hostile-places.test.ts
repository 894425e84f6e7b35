import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Failure } from '../domain/failure.ts'
import type { Resolve } from '../outbound/guarded-connector.ts'
import { isPublic } from '../outbound/public-address.ts'
import type { RuntimeAddress } from '../ports/runtimes.ts'
import { askRuntime } from './ask-runtime.ts'
import { createRuntimes } from './runtimes.ts'
import { createSlots } from './slots.ts'

const key = `0x${'a'.repeat(40)}` as const
const secret = 'A'.repeat(43)
const notReachable = { code: 'runtime_unavailable', message: 'The runtime could not be reached.' }
const notAllowed = {
  code: 'pairing_invalid',
  message:
    'The runtime’s address is not allowed: it needs a public host name, not a number, or must be one that this service was set up with.',
}
const challenge = { protocol: 'jobwright-runtime/1', agentId: 'a', role: 'worker', origin: 'b', nonce: 'c' } as const
const takeSlot = createSlots({ perHost: 2, all: 32 })

/** Everywhere on this machine, and not one of the hosts below may reach it. */
let listener: Server
let port: number
let connections = 0
let bytes = 0

beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1
    socket.on('data', (chunk) => {
      bytes += chunk.length
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    socket.on('error', () => undefined)
  })
  port = await listen(listener, '::')
})
beforeEach(() => {
  connections = 0
  bytes = 0
})
afterAll(() => listener.close())

describe('literals in every spelling reach nothing (row 78)', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '0',
    '0.0.0.0',
    '0x0',
    '127。0。0。1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'user:secret@127.0.0.1',
    'example.org@127.0.0.1',
    '%31%32%37.1',
  ])('http://%s', async (host) => {
    const url = new URL(`http://${host}:${port}/service/connect/challenge`)
    const place = { url, isAllowed: isPublic }
    await expect(askRuntime(place, {}, resolveHere, takeSlot)).rejects.toThrow('forbidden_address')
    expect(connections).toBe(0)
  })
})

describe('addresses that no runtime may have are not reached, whatever name leads there (row 78)', () => {
  test.each([
    '127.0.0.1',
    '127.8.9.10',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::7f00:1',
    '::a00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    'fe80::1',
    '::ffff:0:a00:1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456::1',
    'ff02::1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:a00:1::',
    '2002:a9fe:a9fe::',
    '3fff::1',
    '5f00::1',
    '100::1',
    '4000::1',
    '8000::1',
    'not an address',
    '',
  ])('%s', async (address) => {
    const runtimes = createRuntimes({ loopback: [], resolve: async () => [{ address, family: 4 }] })
    await expect(runtimes.challenge(at('runtime.example.org'), challenge)).rejects.toMatchObject(notReachable)
    expect(connections).toBe(0)
  })

  test('one such address among good ones forbids the name', async () => {
    const resolve: Resolve = async () => ['93.184.216.34', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    const runtimes = createRuntimes({ loopback: [], resolve })
    await expect(runtimes.challenge(at('runtime.example.org'), challenge)).rejects.toMatchObject(notReachable)
    expect(connections).toBe(0)
  })

  test('a name inside our network is reported like one that does not exist', async () => {
    const answers: Resolve[] = [
      async () => [{ address: '10.0.0.1', family: 4 }],
      async () => [],
      async () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
    ]
    for (const resolve of answers) {
      const asked = createRuntimes({ loopback: [], resolve }).challenge(at('runtime.example.org'), challenge)
      const { code, message, retryAfterSeconds } = await asked.then(
        () => expect.unreachable('nothing answers'),
        (error: Failure) => error,
      )
      expect({ code, message, retryAfterSeconds }).toEqual({ ...notReachable, retryAfterSeconds: 5 })
    }
  })

  test.each(['1.1.1.1', '93.184.216.34', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is one they may have', (address) => {
    expect(isPublic(address)).toBe(true)
  })
})

describe('a pairing token cannot name a place that is not allowed (row 78)', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '169.254.169.254',
    '8.8.8.8',
    '1.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[2606:4700::1111]',
    'localhost',
    'LocalHost',
    'metadata',
    'runtime',
    'localhost.',
    'runtime.example.org.',
    '.example.org',
    'a..org',
    '-a.example.org',
    'a-.example.org',
    'a.example.1',
    'a.example.0x7f',
    `${'a'.repeat(64)}.example.org`,
    'a.b-',
    '1.2.3.4.5',
  ])('service-connect://%s', async (host) => {
    const text = `service-connect://${host}:${port}?v=1&token=${secret}&key=${key}`
    const runtimes = createRuntimes({ loopback: [], resolve: resolveHere })
    expect(() => runtimes.parseToken(text)).toThrow(expect.objectContaining(notAllowed))
    await expect(runtimes.challenge(at(host), challenge)).rejects.toMatchObject(notAllowed)
    expect(connections).toBe(0)
  })

  test.each([0, 1, 22, 25, 80, 442, 444, 465, 587, 993, 1_023, 65_536, 99_999, 443.5, -443, Number.NaN])(
    'port %s is no runtime’s',
    async (other) => {
      const runtimes = createRuntimes({ loopback: [], resolve: resolveHere })
      const address = { ...at('runtime.example.org'), port: other }
      await expect(runtimes.challenge(address, challenge)).rejects.toMatchObject(notAllowed)
    },
  )

  test.each(['/../admin', '/a//b', '/a?b', '/a#b', '/a%2fb', '/a b', '\\a', 'a', '@127.0.0.1', `/${'a'.repeat(200)}`])(
    'base %s is none',
    async (base) => {
      const runtimes = createRuntimes({ loopback: [`127.0.0.1:${port}`] })
      const address = { ...at('127.0.0.1'), base }
      await expect(runtimes.challenge(address, challenge)).rejects.toMatchObject(notAllowed)
      expect(connections).toBe(0)
    },
  )
})

describe('what is checked is what is connected to', () => {
  test('a name that changes its mind between two look-ups is looked up once', async () => {
    let lookups = 0
    const good = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
    const bad = createServer(() => {
      connections += 1
    })
    const shared = await listen(good, '127.0.0.2')
    await listen(bad, '127.0.0.1', shared)
    try {
      const flip: Resolve = async () => [{ address: lookups++ % 2 === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
      const url = new URL(`http://runtime.example.org:${shared}/`)
      const place = { url, isAllowed: (address: string) => address === '127.0.0.2' }
      expect(await askRuntime(place, {}, flip, takeSlot)).toEqual({})
      await expect(askRuntime(place, {}, flip, takeSlot)).rejects.toThrow('forbidden_address')
      expect(await askRuntime(place, {}, flip, takeSlot)).toEqual({})
      expect({ lookups, connections }).toEqual({ lookups: 3, connections: 0 })
    } finally {
      good.close()
      bad.close()
    }
  })

  test('the peer of the connection is checked before a byte is sent', async () => {
    let checks = 0
    const place = { url: new URL(`http://runtime.example.org:${port}/`), isAllowed: () => checks++ === 0 }
    await expect(askRuntime(place, {}, resolveHere, takeSlot)).rejects.toThrow('forbidden_address')
    expect({ checks, bytes }).toEqual({ checks: 2, bytes: 0 })
  })
})

describe('places of this machine', () => {
  test('are reached only in exactly the words and at the port of the list', async () => {
    const runtimes = createRuntimes({ loopback: [`127.0.0.1:${port}`] })
    await expect(runtimes.challenge(at('127.0.0.1'), challenge)).rejects.toMatchObject({
      message: 'The runtime’s answer was not understood.',
    })
    expect(connections).toBe(1)
    const others = [at('localhost'), at('127.0.0.2'), at('[::1]'), { ...at('127.0.0.1'), port: port - 1 }]
    for (const other of [...others, { ...at('127.0.0.1'), port: null }])
      await expect(runtimes.challenge(other, challenge)).rejects.toMatchObject(notAllowed)
    expect(connections).toBe(1)
  })

  test('are not reached where their name leads elsewhere', async () => {
    const resolve: Resolve = async () => [{ address: '10.0.0.1', family: 4 }]
    const runtimes = createRuntimes({ loopback: [`localhost:${port}`], resolve })
    await expect(runtimes.challenge(at('localhost'), challenge)).rejects.toMatchObject(notReachable)
  })

  test.each([
    'localhost',
    'localhost:0',
    'localhost:70000',
    'example.org:80',
    '10.0.0.1:80',
    '*:80',
    'http://localhost:80',
  ])('%s is none, and refused at start', (place) => {
    expect(() => createRuntimes({ loopback: [place] })).toThrow(place)
  })
})

const resolveHere: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

function at(host: string): RuntimeAddress {
  return { host, port, base: '', key }
}

async function listen(server: Server, host: string, wanted = 0): Promise<number> {
  server.listen(wanted, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return address.port
}
