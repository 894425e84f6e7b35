/**
 * Lets many calls go at a time, or one alone. The first use of a new credential is alone: a call with the old one that
 * arrived after it would look like a theft.
 */
export type Gate = {
  share<Value>(work: () => Promise<Value>): Promise<Value>
  alone<Value>(work: () => Promise<Value>): Promise<Value>
}

export function createGate(): Gate {
  const sharing = new Set<Promise<unknown>>()
  let closed: Promise<unknown> | undefined
  const settled = (promise: Promise<unknown>) => promise.then(() => undefined).catch(() => undefined)
  const share = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    while (closed) await closed
    const running = work()
    const end = settled(running)
    sharing.add(end)
    try {
      return await running
    } finally {
      sharing.delete(end)
    }
  }
  const alone = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    while (closed) await closed
    const running = Promise.all(sharing).then(work)
    closed = settled(running).then(() => {
      closed = undefined
    })
    return running
  }
  return { share, alone }
}
