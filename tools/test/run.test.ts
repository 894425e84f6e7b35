import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Run } from './run.ts'

const script = (text: string) => [process.execPath, '-e', text]
const closing = (passed: number, failed: number) => `console.log('${passed} passed, ${failed} failed')`

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text = '') => void printed.push(String(text)))
})
afterEach(() => vi.restoreAllMocks())

test('steps that run at once print their output whole, and the last line is the sum of all', async () => {
  const run = new Run()
  run.isParallel = true
  const slow = `console.log('slow begins'); setTimeout(() => { console.log('slow ends'); ${closing(3, 0)} }, 300)`
  await Promise.all([run.step('slow', script(slow)), run.step('quick', script(closing(2, 0)))])
  expect(printed.find((text) => text.includes('slow begins'))).toContain('slow begins\nslow ends\n3 passed')
  expect(run.summarize()).toBe(0)
  expect(printed.at(-1)).toBe('5 passed, 0 failed')
})

test('a group counts each of its steps, and one failure when it ends without results', async () => {
  const run = new Run()
  const result = { name: 'demo', passed: 1, failed: 0, failures: [], files: [], seconds: 2 }
  await run.group('demos', script(`process.send([${JSON.stringify(result)}])`))
  await run.group('journeys', script(`console.error('no browser'); process.exit(1)`))
  expect(run.results.map(({ name, passed, failed }) => [name, passed, failed])).toEqual([
    ['demo', 1, 0],
    ['journeys', 0, 1],
  ])
  expect(run.summarize()).toBe(1)
  expect(printed.join('\n')).toContain('no browser')
})

test('a drill that names trouble, and one that throws, are each one failure', async () => {
  const run = new Run()
  await run.drill('calm', async () => undefined)
  await run.drill('stormy', async () => 'an event is lost')
  await run.drill('broken', () => Promise.reject(new Error('no chain')))
  expect(run.results.map(({ failures }) => failures.map((text) => text.split('\n')[0]))).toEqual([
    [],
    ['an event is lost'],
    [expect.stringContaining('no chain')],
  ])
})

test('the last lines name each failure, however long the output before them was', async () => {
  const run = new Run()
  run.isParallel = true
  const lines = ' FAIL  a.test.ts > holds\nError: one\n\n FAIL  b.test.ts > stays\nError: two\n'
  await run.step('rules', script(`console.log(${JSON.stringify(lines)}); ${closing(3, 2)}`))
  expect(run.summarize()).toBe(1)
  expect(printed.slice(-3)).toEqual([
    'failed in rules: FAIL a.test.ts > holds Error: one',
    expect.stringMatching(/^failed in rules: FAIL b\.test\.ts > stays Error: two/),
    '3 passed, 2 failed',
  ])
})
