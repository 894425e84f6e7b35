import { afterEach, expect, test, vi } from 'vitest'
import { queueErrors } from './queue-errors.ts'

afterEach(() => void vi.useRealTimers())

test('a database that is away is logged once in ten seconds and without a stack, anything else each time', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const logged: object[] = []
  const note = queueErrors({ warn: (facts: object) => void logged.push(facts) })
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const other = new Error('no such queue')
  for (let second = 0; second < 21; second += 1) {
    note(refused)
    vi.advanceTimersByTime(1_000)
  }
  note(other)
  note(other)
  const away = { code: 'ECONNREFUSED' }
  expect(logged).toEqual([away, away, away, { err: other }, { err: other }])
})
