import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { callWith, type Fetch } from './api.ts'
import { isUnanswered } from './refusals.ts'

const patience = { read: 300, change: 900 }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listening(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('a service that takes the request and never answers is unreached, and a change is waited for longer', async () => {
  const origin = await listening(() => undefined)
  const times: number[] = []
  const failed = async (asked: Promise<unknown>) => {
    const begin = performance.now()
    const error = await asked.catch((thrown: unknown) => thrown)
    times.push(performance.now() - begin)
    return error
  }
  expect(isUnanswered(await failed(callWith(fetch, origin, 'summarizeJobs', {}, patience)))).toBe(true)
  expect(isUnanswered(await failed(callWith(fetch, origin, 'logout', {}, patience)))).toBe(true)
  expect(times[0]).toBeGreaterThan(200)
  expect(times[1]).toBeGreaterThan(700)
})

test('an answer that has started takes longer than the patience for its first byte', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const origin = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"jobs":')
    ended.promise.then(() => response.end('1}'))
  })
  const send: Fetch = async (...asked) => {
    const response = await fetch(...asked)
    started.resolve()
    return response
  }
  const asked = callWith(send, origin, 'summarizeJobs', {}, patience)
  await started.promise
  await vi.advanceTimersByTimeAsync(1_000)
  ended.resolve()
  expect(await asked).toEqual({ jobs: 1 })
})

test.each(['before it is sent', 'before it is answered', 'while its body is read'])(
  'a caller who gives up %s hears the reason and ends the request',
  async (when) => {
    const giveUp = new AbortController()
    const reason = new Error('no longer wanted')
    const origin = await listening((_, response) => {
      if (when === 'while its body is read') response.writeHead(200, { 'content-type': 'application/json' }).write('{')
      setTimeout(() => giveUp.abort(reason), 50)
    })
    if (when === 'before it is sent') giveUp.abort(reason)
    const asked = callWith(fetch, origin, 'summarizeJobs', { signal: giveUp.signal }, { read: 60_000, change: 60_000 })
    await expect(asked).rejects.toBe(reason)
  },
)

test.each<[string, string | undefined, string]>([
  ['a page of a network that asks for a sign-in', 'text/html; charset=utf-8', '<!doctype html><title>Wi-Fi</title>'],
  ['nothing of any type', undefined, ''],
  ['half of the answer', 'application/json', '{"jobs":'],
])('%s counts as no answer, although it says 200', async (_, type, body) => {
  const origin = await listening((_request, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)
  })
  expect(isUnanswered(await callWith(fetch, origin, 'summarizeJobs').catch((thrown: unknown) => thrown))).toBe(true)
})
