import { Broken } from './broken.ts'

/** Waits until something is there; after the time the rule is broken, for want of it. */
export async function until<Value>(what: string, read: () => Value | Promise<Value>, ms = 20_000) {
  const end = Date.now() + ms
  for (;;) {
    const value = await read()
    if (value) return value
    if (Date.now() > end) throw new Broken(`no ${what} within ${ms / 1_000} s`)
    await pause(20)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
