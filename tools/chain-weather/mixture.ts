import { setTimeout as wait } from 'node:timers/promises'
import { refill, type Sky, type Weather } from './weather.ts'

const secondsMin = 5
const secondsMax = 15

/** One to three kinds at a time, changing every few seconds. The seed decides their order; each comes before any comes again. */
export function mixtureOf(kinds: Readonly<Record<string, Weather>>): Weather {
  const waiting: string[] = []
  const draw = ({ order }: Sky) => {
    if (waiting.length === 0) waiting.push(...shuffled(Object.keys(kinds), order))
    return waiting.splice(0, 1 + Math.floor(order() * 3))
  }
  return {
    description: 'one to three of the others at a time, changing every 5 to 15 seconds, before three nodes',
    nodes: Math.max(...Object.values(kinds).map(({ nodes = 1 }) => nodes)),
    begin: async (sky) => {
      const ending = new AbortController()
      const running = change(sky, ending.signal, () => draw(sky).map((name) => [name, kinds[name]] as const))
      running.catch(() => undefined)
      return async () => {
        ending.abort()
        await running
      }
    },
  }
}

type Draw = () => (readonly [name: string, Weather | undefined])[]

async function change(sky: Sky, signal: AbortSignal, draw: Draw): Promise<void> {
  while (!signal.aborted) {
    const drawn = draw()
    console.log(`           weather: ${drawn.map(([name]) => name).join(', ')}`)
    const ends: (() => Promise<void>)[] = []
    for (const [, kind] of drawn) if (kind) ends.push(await kind.begin(sky))
    const seconds = secondsMin + sky.order() * (secondsMax - secondsMin)
    await wait(seconds * 1_000, undefined, { signal }).catch(() => undefined)
    for (const end of ends) await end()
    await refill(sky)
  }
}

function shuffled(names: readonly string[], random: () => number): string[] {
  return names
    .map((name) => ({ name, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name)
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
