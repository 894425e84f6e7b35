import { setTimeout as wait } from 'node:timers/promises'

/** Asks again until the answer satisfies, for at most 20 seconds unless told otherwise. */
export async function until<T>(read: () => Promise<T>, satisfies: (value: T) => boolean, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    const value = await read()
    if (satisfies(value)) return value
    if (Date.now() > deadline) throw new Error(`it never came to hold; last seen: ${describe(value)}`)
    await wait(25)
  }
}

function describe(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
  return String(text).slice(0, 1_000)
}
