import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

/** Takes turns without waiting for them, and tells which are had. */
function counter(limits: { perHost: number; all: number }) {
  const take = createSlots(limits)
  const had: string[] = []
  const start = (host: string, signal = never) => {
    const turn = take(host, signal)
    const mark = turn.then(
      () => had.push(host),
      () => undefined,
    )
    return { turn, mark }
  }
  return { start, had }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a host has at most its own number of turns, and holds up no other', async () => {
  const { start, had } = counter({ perHost: 2, all: 10 })
  const turns = ['a', 'a', 'a', 'b', 'a', 'b'].map((host) => start(host))
  await settle()
  expect(had).toEqual(['a', 'a', 'b', 'b'])
  const end = await turns[0]?.turn
  end?.()
  await settle()
  expect(had).toEqual(['a', 'a', 'b', 'b', 'a'])
})

test('all hosts together have at most the total, in the order in which they came', async () => {
  const { start, had } = counter({ perHost: 2, all: 3 })
  const turns = ['a', 'b', 'c', 'd', 'e'].map((host) => start(host))
  await settle()
  expect(had).toEqual(['a', 'b', 'c'])
  for (const { turn } of turns.slice(0, 2)) (await turn)()
  await settle()
  expect(had).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('who gives up waiting gets the reason and takes no turn', async () => {
  const { start, had } = counter({ perHost: 1, all: 10 })
  const first = start('a')
  const stop = new AbortController()
  const second = start('a', stop.signal)
  const third = start('a')
  stop.abort(new Error('enough'))
  await expect(second.turn).rejects.toThrow('enough')
  expect(had).toEqual(['a'])
  const end = await first.turn
  end()
  const last = await third.turn
  last()
  await settle()
  expect(had).toEqual(['a', 'a'])
})
