import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { followChanges } from './follow-changes.ts'
import { pollUnstreamed, pollWhile } from './polling.ts'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Reply = { state: string; seenAt: number }
const interval = pollWhile<Reply>(
  (reply) => reply.state !== 'OVER',
  (reply) => reply.state,
)
const query = () => ({ state: { data: undefined as Reply | undefined } })

test('what keeps changing is asked for every second, what rests less and less, at most every 15 seconds', () => {
  const one = query()
  const seen = [0, 8_000, 20_000, 600_000].map((at) => {
    vi.setSystemTime(at)
    one.state.data = { state: 'RUNNING', seenAt: at }
    return interval(one)
  })
  expect(seen).toEqual([1_000, 2_000, 5_000, 15_000])
  one.state.data = { state: 'WAITING', seenAt: 0 }
  expect(interval(one)).toBe(1_000)
})

test('what is over, or not known yet, is not asked for', () => {
  const one = query()
  expect(interval(one)).toBe(false)
  one.state.data = { state: 'OVER', seenAt: 0 }
  expect(interval(one)).toBe(false)
})

test.each([
  ['not_found', 404, false],
  ['unauthenticated', 401, false],
  ['chain_unavailable', 503, 1_000],
  ['rate_limited', 429, 1_000],
])('after the refusal %s (%i) the interval is %s', (code, status, expected) => {
  const problem = { title: '', detail: '', request_id: '', errors: [], next_actions: [], retryable: status > 428 }
  const error = new ApiError({ ...problem, code, status })
  const refused = { state: { data: { state: 'RUNNING', seenAt: 0 }, error } }
  expect(interval(refused)).toBe(expected)
})

test('without a sign any new data is a change', () => {
  const plain = pollWhile<Reply>(() => true)
  const one = query()
  one.state.data = { state: 'RUNNING', seenAt: 0 }
  plain(one)
  vi.setSystemTime(20_000)
  expect(plain(one)).toBe(5_000)
  one.state.data = { state: 'RUNNING', seenAt: 1 }
  expect(plain(one)).toBe(1_000)
})

test('what the stream reports in full is asked for once a minute beside it, and as ever without it', () => {
  const port = { postMessage: () => undefined, close: () => undefined, onmessage: (_: unknown) => undefined }
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined)
  vi.stubGlobal(
    'SharedWorker',
    class {
      port = port
    },
  )
  const stop = followChanges(() => undefined)
  const one = query()
  one.state.data = { state: 'RUNNING', seenAt: 0 }
  const intervals = ['open', 'lost', 'open'].map((kind) => {
    port.onmessage({ data: { kind } })
    return pollUnstreamed(one)
  })
  stop()
  expect([...intervals, pollUnstreamed(one)]).toEqual([60_000, 1_000, 60_000, 1_000])
})
