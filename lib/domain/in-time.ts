import { setTimeout as wait } from 'node:timers/promises'

/** What `work` gives or throws within so many milliseconds; undefined once it takes longer. The work itself goes on. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const stop = new AbortController()
  const late = wait(ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    stop.abort()
  }
}
