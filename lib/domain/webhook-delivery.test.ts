import { expect, test } from 'vitest'
import { secondsToNextAttempt } from './webhook-delivery.ts'

const pauses = (random: number, retryAfterSeconds: number | null = null) => {
  const found: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const seconds = secondsToNextAttempt(attempts, { random, retryAfterSeconds })
    if (seconds === undefined) return found
    found.push(seconds)
  }
}

test('ten attempts are made within three to four days, each after a longer pause', () => {
  const found = pauses(0.5)
  expect(found).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
  const days = found.reduce((sum, seconds) => sum + seconds, 0) / 86_400
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
})

test('pauses differ by a tenth either way, so that failed deliveries do not all come back at once', () => {
  expect([pauses(0)[1], pauses(1)[1]]).toEqual([270, 330])
})

test('a receiver’s own Retry-After is waited for, up to a day, and shortens no pause', () => {
  const first = (retryAfterSeconds: number) => secondsToNextAttempt(1, { random: 0.5, retryAfterSeconds })
  expect([first(120), first(1), first(999_999)]).toEqual([120, 5, 86_400])
})
