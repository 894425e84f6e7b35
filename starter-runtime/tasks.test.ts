import { afterEach, expect, test, vi } from 'vitest'
import { createStatus } from './status.ts'
import { createTasks } from './tasks.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a piece of work that fails is reported, and is not started again at once however often it is asked for', async () => {
  vi.useFakeTimers()
  const status = createStatus()
  let runs = 0
  const tasks = createTasks(status, () => undefined)
  const start = () =>
    tasks.start({ kind: 'job', id: 'one' }, async () => {
      runs++
      throw new Error('no luck')
    })
  for (let at = 0; at < 10; at++) {
    start()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(runs).toBe(1)
  expect(status.lastError).toContain('no luck')
  await vi.advanceTimersByTimeAsync(5_000)
  start()
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
})

test('what is closed starts nothing more, and waits for what runs', async () => {
  const log: string[] = []
  const tasks = createTasks(createStatus(), () => undefined)
  tasks.start({ kind: 'job', id: 'one' }, async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    log.push(String(signal.reason))
  })
  await Promise.resolve()
  await tasks.close()
  tasks.start({ kind: 'job', id: 'two' }, async () => void log.push('two'))
  await Promise.resolve()
  expect(log).toEqual(['stopped'])
})
