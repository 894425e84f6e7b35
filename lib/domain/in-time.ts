import { setTimeout as wait } from 'node:timers/promises'

/** A wait is taken in so many parts: however long the program stands still in one, no more than that part is counted. */
const parts = 20

/**
 * What `work` gives or throws within so many milliseconds; undefined once it takes longer. The work itself goes on.
 * Time in which this program stood still hardly counts: what arrived by then is heard before work is called late.
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const stop = new AbortController()
  const late = waitInParts(ms / parts, stop.signal).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    stop.abort()
  }
}

async function waitInParts(ms: number, signal: AbortSignal): Promise<undefined> {
  for (let part = 0; part < parts; part += 1) await wait(ms, undefined, { signal, ref: false })
}
