import { setTimeout as wait } from 'node:timers/promises'
import type { Setting } from '../demo/journey.ts'
import type { Load } from './loads.ts'
import type { Sky, Weather } from './weather.ts'

/**
 * Plays a load while the weather lasts: until the load is done, or for as long as a spell lasts. Then the load has its
 * own time to be done; throws when it fails or is not done by then. Gives when the weather cleared.
 */
export async function playUnder(weather: Weather, sky: Sky, load: Load, setting: Setting): Promise<number> {
  const end = await weather.begin(sky)
  const playing = load.play(setting)
  playing.catch(() => undefined)
  try {
    await within(sky.seconds, playing)
  } finally {
    await end()
  }
  const clearedAt = Date.now()
  const { secondsAfter } = load
  if (!(await within(secondsAfter, playing))) {
    // What is half done would be in the way of the next load.
    await within(secondsAfter, playing).catch(() => false)
    throw new Error(`not done ${secondsAfter} s after the weather cleared`)
  }
  return clearedAt
}

/** Whether it was done within that time; throws what it throws by then. */
async function within(seconds: number, work: Promise<void>): Promise<boolean> {
  const late = new AbortController()
  const timer = wait(seconds * 1_000, false, { signal: late.signal }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true), timer])
  } finally {
    late.abort()
  }
}
