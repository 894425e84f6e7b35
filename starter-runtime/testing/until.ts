/** Waits until something is there; fails with the description after the time. */
export async function until<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  ms = 20_000,
): Promise<NonNullable<Value>> {
  const end = Date.now() + ms
  for (;;) {
    const value = await read()
    if (value) return value
    if (Date.now() > end) throw new Error(`not in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
