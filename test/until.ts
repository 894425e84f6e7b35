import { setTimeout as wait } from 'node:timers/promises'

const [shortestMs, longestMs] = [25, 200]

/** Reads, ever less often, until the answer satisfies; for at most 45 seconds by default: only a fault or a slow machine takes so long. */
export async function until<T>(read: () => Promise<T>, satisfies: (value: T) => boolean, seconds = 45): Promise<T> {
  const deadline = Date.now() + seconds * 1_000
  for (let pause = shortestMs; ; pause = Math.min(pause * 1.5, longestMs)) {
    const value = await read()
    if (satisfies(value)) return value
    if (Date.now() > deadline) throw new Error(`it never came to hold; last seen: ${describe(value)}`)
    await wait(pause)
  }
}

function describe(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
  return String(text).slice(0, 1_000)
}
