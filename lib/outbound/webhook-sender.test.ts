import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerWith, startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import type { Resolve } from './guarded-connector.ts'
import { createWebhookSender } from './webhook-sender.ts'

const message = { headers: { 'webhook-id': 'x' }, body: '{}' }
const publicAddress = '93.184.215.14'

/** Everywhere on this machine; nothing below may connect to it. */
let listener: Server
let port: number
let connections = 0
let receiver: WebhookReceiver
beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  listener.listen(0, '::')
  await once(listener, 'listening')
  port = (listener.address() as { port: number }).port
  receiver = await startWebhookReceiver()
})
afterEach(() => {
  connections = 0
  receiver.received.length = 0
  receiver.answer = answerWith(204)
})
afterAll(async () => {
  listener.close()
  await receiver.stop()
})

const resolvingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const outside = (...addresses: string[]) =>
  createWebhookSender({ allowsLoopback: false, resolve: resolvingTo(...addresses) })
const inside = (totalMs?: number) => createWebhookSender({ allowsLoopback: true, ...(totalMs && { totalMs }) })

describe('what may be registered', () => {
  test.each([
    '',
    'example.org',
    'ftp://example.org/',
    'http://example.org/',
    'http://127.0.0.1:4000/',
    'http://localhost/',
    'https://user:secret@example.org/',
    'https://user@example.org/',
    'https://example.org:22/',
    'https://localhost/',
    'https://example.org:1023/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://93.184.215.14/',
    'https://intranet/',
    'https://example.org./',
    'javascript:alert(1)',
    `https://example.org/${'x'.repeat(2_000)}`,
  ])('%s is refused', (url) => {
    expect(() => outside(publicAddress).parseUrl(url)).toThrow(
      expect.objectContaining({ code: 'invalid_request', errors: [expect.objectContaining({ pointer: '/url' })] }),
    )
  })

  test.each([
    'https://example.org/hooks?a=1',
    'https://example.org:8443/',
    'https://example.org:80/',
    'https://b.ch:1024/',
  ])('%s is taken', (url) => expect(outside(publicAddress).parseUrl(url)).toBe(url))

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '64:ff9b::a00:1',
    '168.63.129.16',
    '255.255.255.255',
    '2002:a00:1::',
    '::',
  ])('a name that leads to %s is refused, also beside a public address', async (address) => {
    for (const addresses of [[address], [publicAddress, address]])
      await expect(outside(...addresses).requirePublic('https://example.org/')).rejects.toMatchObject({
        code: 'invalid_request',
      })
  })

  test('a name that leads nowhere is refused in the same words as one of a private network', async () => {
    const words = (sender: ReturnType<typeof outside>) =>
      sender.requirePublic('https://example.org/').catch((error: Error) => error.message)
    expect(await words(outside())).toBe(await words(outside('10.0.0.1')))
    await outside(publicAddress).requirePublic('https://example.org/')
  })
})

describe('what is called', () => {
  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'a name that led to a public address and leads to %s by now reaches nothing',
    async (address) => {
      let addresses = [publicAddress]
      const sender = createWebhookSender({
        allowsLoopback: false,
        resolve: (...asked) => resolvingTo(...addresses)(...asked),
      })
      const url = `https://hooks.example.org:${port}/`
      await sender.requirePublic(url)
      addresses = [address]
      expect(await sender.post({ url, ...message })).toEqual({ fault: 'UNREACHABLE' })
      expect(connections).toBe(0)
    },
  )

  test.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost', 'http://[::1]'])(
    'this machine as %s is not called where receivers are elsewhere',
    async (origin) => {
      expect(await outside('127.0.0.1').post({ url: `${origin}:${port}/`, ...message })).toEqual({
        fault: 'UNREACHABLE',
      })
      expect(connections).toBe(0)
    },
  )

  test('a redirect is an answer and is not followed', async () => {
    const { url } = receiver
    receiver.answer = answerWith(302, { location: `${url}/elsewhere` })
    expect(await inside().post({ url, ...message })).toMatchObject({ status: 302 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/webhooks'])
  })

  test('a receiver that does not answer in time, or hangs up, is no success', async () => {
    const { url } = receiver
    receiver.answer = () => undefined
    expect(await inside(200).post({ url, ...message })).toEqual({ fault: 'TIMEOUT' })
    receiver.answer = (response) => response.destroy()
    expect(await inside().post({ url, ...message })).toEqual({ fault: 'UNREACHABLE' })
  })

  test('one kilobyte of an answer is kept, and an endless one is not read to its end', async () => {
    const { url } = receiver
    let sent = 0
    receiver.answer = (response) => {
      response.writeHead(200)
      const write = (): void => {
        while (!response.destroyed && sent < 50_000_000) {
          sent += 65_536
          if (!response.write('x'.repeat(65_536))) return void response.once('drain', write)
        }
      }
      write()
    }
    const answer = await inside().post({ url, ...message })
    expect(answer).toMatchObject({ status: 200, text: 'x'.repeat(1_024) })
    expect(sent).toBeLessThan(50_000_000)
  })

  test('an answer is kept as text that can be stored, cut between characters', async () => {
    const { url } = receiver
    receiver.answer = answerWith(200, {}, `\u0000${'é'.repeat(600)}`)
    const answer = await inside().post({ url, ...message })
    expect(answer).toMatchObject({ text: `\ufffd${'é'.repeat(511)}` })
  })

  test.each([
    ['120', 120],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', null],
  ])('Retry-After %s is understood', async (header, seconds) => {
    receiver.answer = answerWith(503, { 'retry-after': header })
    expect(await inside().post({ url: receiver.url, ...message })).toMatchObject({ retryAfterSeconds: seconds })
  })

  test('a Retry-After that is a date is the time until then', async () => {
    receiver.answer = (response) =>
      answerWith(503, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() })(response)
    const answer = await inside().post({ url: receiver.url, ...message })
    const seconds = 'status' in answer ? answer.retryAfterSeconds : null
    expect(seconds).toBeGreaterThan(80)
    expect(seconds).toBeLessThanOrEqual(90)
  })
})
