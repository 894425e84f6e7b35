import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nodeHealth } from './node-health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Seconds until the node is asked again. */
function secondsAside(isAside: () => boolean): number {
  let seconds = 0
  for (; isAside(); seconds += 1) vi.advanceTimersByTime(1_000)
  return seconds
}

test('a node at fault is left aside for a second, twice as long with each fault that follows, half a minute at most', () => {
  const health = nodeHealth(2, 'rpc.example')
  const pauses = Array.from({ length: 8 }, () => {
    // What was under way together fails together.
    for (let request = 0; request < 3; request += 1) health.fail('unreachable', 'It does not answer.')
    return secondsAside(health.isAside)
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  expect(health.problem()).toMatchObject({ ordinal: 2, host: 'rpc.example', fault: 'unreachable' })
  vi.advanceTimersByTime(180_000)
  expect(health.problem()).toBeNull()
  health.fail('lags', 'Its newest block is old.')
  expect(secondsAside(health.isAside)).toBe(1)
})

test('a node of another chain stays aside until it serves ours, and a named one is asked on', () => {
  const health = nodeHealth(1, 'rpc.example')
  health.serves({ detail: 'The RPC serves chain 1.' })
  vi.advanceTimersByTime(600_000)
  expect([health.isAside(), health.problem()?.fault]).toEqual([true, 'wrong_chain'])
  health.serves('ours')
  expect([health.isAside(), health.problem()]).toEqual([false, null])
  health.fail('contradicts', 'Its newest block is too new.', 'named')
  expect([health.isAside(), health.problem()?.fault]).toEqual([false, 'contradicts'])
})

test('of two nodes that say different things both are named once that lasts, and neither for a moment on two branches', () => {
  const health = nodeHealth(1, 'rpc.example')
  const disputeFor = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      health.disputed()
      vi.advanceTimersByTime(1_000)
    }
  }
  disputeFor(3)
  expect(health.problem()).toBeNull()
  vi.advanceTimersByTime(10_000)
  disputeFor(3)
  expect(health.problem()).toBeNull()
  disputeFor(3)
  expect([health.isAside(), health.problem()?.fault]).toEqual([false, 'contradicts'])
  vi.advanceTimersByTime(8_000)
  expect(health.problem()?.fault).toBe('contradicts')
  vi.advanceTimersByTime(3_000)
  expect(health.problem()).toBeNull()
  disputeFor(6)
  health.acquit()
  expect(health.problem()).toBeNull()
})

test('a node is away for as long as it answers nothing, which one answer or another fault ends', () => {
  const health = nodeHealth(1, 'rpc.example')
  const beAway = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      health.fail('unreachable', 'It does not answer.')
      vi.advanceTimersByTime(1_000)
    }
  }
  beAway(90)
  expect(health.awaySeconds()).toBe(90)
  health.answered('eth_call', performance.now())
  expect(health.awaySeconds()).toBe(0)
  beAway(30)
  expect(health.awaySeconds()).toBe(30)
  health.serves({ detail: 'The RPC serves chain 1.' })
  expect(health.awaySeconds()).toBe(0)
  health.serves('ours')
  health.fail('contradicts', 'Another node says otherwise.')
  expect(health.awaySeconds()).toBe(0)
})

test('a node that answers again is no longer left aside, and not named after five seconds', () => {
  const health = nodeHealth(1, 'rpc.example')
  const before = performance.now()
  for (let fault = 0; fault < 5; fault += 1) {
    health.fail('unreachable', 'It does not answer.')
    secondsAside(health.isAside)
  }
  health.fail('unreachable', 'It does not answer.')
  vi.advanceTimersByTime(1_000)
  health.answered('eth_call', before)
  expect(health.isAside()).toBe(true)
  health.answered('eth_call', performance.now())
  expect([health.isAside(), health.problem()?.fault]).toEqual([false, 'unreachable'])
  vi.advanceTimersByTime(5_000)
  expect(health.problem()).toBeNull()
})

test('an answer ends no fault that lies in what the node says', () => {
  const health = nodeHealth(1, 'rpc.example')
  health.fail('contradicts', 'Two other nodes say otherwise.')
  vi.advanceTimersByTime(500)
  health.answered('eth_call', performance.now())
  expect([health.isAside(), health.problem()?.fault]).toEqual([true, 'contradicts'])
})

test('a request without an answer is no fault of a node that answered the same later, and only named where it answered something else', () => {
  const health = nodeHealth(1, 'rpc.example')
  const sentAt = performance.now()
  vi.advanceTimersByTime(4_000)
  health.answered('eth_getLogs', performance.now())
  vi.advanceTimersByTime(4_000)
  health.gaveNoAnswer('eth_getLogs', sentAt, 'It does not answer.')
  expect([health.isAside(), health.problem()]).toEqual([false, null])
  health.gaveNoAnswer('eth_call', sentAt, 'It does not answer.')
  expect([health.isAside(), health.isAway()]).toEqual([false, false])
  expect(health.problem()?.detail).toMatch(/^It does not answer\. That was eth_call;/)
  health.answered('eth_getLogs', performance.now())
  vi.advanceTimersByTime(6_000)
  expect(health.problem()?.fault).toBe('unreachable')
  health.gaveNoAnswer('eth_call', performance.now(), 'It does not answer.')
  expect([health.isAside(), health.isAway()]).toEqual([true, true])
})

test('a node that lacks something is left aside for eight seconds at most, one that was contradicted for half a minute', () => {
  const pausesOf = (fault: 'lacks' | 'contradicts') => {
    const health = nodeHealth(1, 'rpc.example')
    return Array.from({ length: 7 }, () => {
      health.fail(fault, 'No matter.')
      return secondsAside(health.isAside)
    })
  }
  expect(pausesOf('lacks')).toEqual([1, 2, 4, 8, 8, 8, 8])
  expect(pausesOf('contradicts')).toEqual([1, 2, 4, 8, 16, 30, 30])
})

test('a node that lagged is asked again once it keeps up, and not named after five seconds', () => {
  const health = nodeHealth(1, 'rpc.example')
  health.fail('lags', 'Its newest block is old.')
  health.keepsUp()
  expect([health.isAside(), health.problem()?.fault]).toEqual([false, 'lags'])
  vi.advanceTimersByTime(5_000)
  expect(health.problem()).toBeNull()
  health.fail('contradicts', 'Two other nodes say otherwise.')
  health.keepsUp()
  expect(health.isAside()).toBe(true)
})

test('a node that keeps others waiting for five seconds is named slow, until it kept nobody waiting for ten', () => {
  const health = nodeHealth(2, 'rpc.example')
  health.kept()
  vi.advanceTimersByTime(4_000)
  health.kept()
  expect(health.problem()).toBeNull()
  vi.advanceTimersByTime(2_000)
  health.kept()
  expect([health.problem()?.fault, health.isAside()]).toEqual(['slow', false])
  health.fail('unreachable', 'It does not answer.')
  expect(health.problem()?.fault).toBe('unreachable')
  vi.advanceTimersByTime(11_000)
  expect(health.problem()).toBeNull()
  health.kept()
  expect(health.problem()).toBeNull()
})

test('a fault in one method’s answers is named for thirteen seconds at most after the last one', () => {
  const health = nodeHealth(1, 'rpc.example')
  for (let second = 0; second < 60; second += 1) {
    health.answered('eth_call', performance.now())
    health.gaveNoAnswer('eth_chainId', performance.now() - 1, 'It does not answer.')
    vi.advanceTimersByTime(1_000)
  }
  expect(health.problem()).toMatchObject({ fault: 'unreachable' })
  vi.advanceTimersByTime(13_000)
  expect(health.problem()).toBeNull()
})

test('a node that refuses a method whenever it is asked is named with its words, until it gives something', () => {
  const health = nodeHealth(1, 'rpc.example')
  const refuse = (method: string) => {
    health.refused(method, 'missing trie node')
    vi.advanceTimersByTime(2_000)
  }
  for (let at = 0; at < 3; at += 1) refuse('eth_call')
  expect(health.problem()).toBeNull()
  health.gave('eth_call')
  for (let at = 0; at < 4; at += 1) refuse('eth_call')
  expect(health.problem()).toMatchObject({ fault: 'lacks', detail: 'It refuses every eth_call: “missing trie node”.' })
  expect(health.isAside()).toBe(false)
  health.gave('eth_getBalance')
  expect(health.problem()).not.toBeNull()
  health.gave('eth_call')
  expect(health.problem()).toBeNull()
})

test.each(['eth_getLogs', 'eth_estimateGas', 'eth_sendRawTransaction'])('refusals of %s say nothing', (method) => {
  const health = nodeHealth(1, 'rpc.example')
  for (let at = 0; at < 10; at += 1) {
    health.refused(method, 'range too large')
    vi.advanceTimersByTime(2_000)
  }
  expect(health.problem()).toBeNull()
})
