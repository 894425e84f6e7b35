import { setTimeout as wait } from 'node:timers/promises'
import { refill, type Sky, type Weather } from './weather.ts'

const secondsMin = 5
const secondsMax = 15

/** One to three kinds at a time, changing every few seconds, in an order that the seed decides. */
export function mixtureOf(kinds: readonly Weather[]): Weather {
  return {
    description: 'one to three of the others at a time, changing every 5 to 15 seconds',
    begin: async (sky) => {
      const ending = new AbortController()
      const running = change(kinds, sky, ending.signal)
      running.catch(() => undefined)
      return async () => {
        ending.abort()
        await running
      }
    },
  }
}

async function change(kinds: readonly Weather[], sky: Sky, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = 1 + Math.floor(sky.random() * 3)
    const drawn = new Set(Array.from({ length: count }, () => kinds[Math.floor(sky.random() * kinds.length)]))
    const ends: (() => Promise<void>)[] = []
    for (const kind of drawn) if (kind) ends.push(await kind.begin(sky))
    const seconds = secondsMin + sky.random() * (secondsMax - secondsMin)
    await wait(seconds * 1_000, undefined, { signal }).catch(() => undefined)
    for (const end of ends) await end()
    await refill(sky)
  }
}

/** Numbers between 0 and 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
