const firstMs = 1_000
const longestMs = 15_000

const firstSeen = new WeakMap<object, number>()

/**
 * A refetch interval that follows live data: a second after the last change, longer the longer nothing changes, and never
 * once `isLive` says no. Relies on unchanged data keeping its identity, as react-query's structural sharing ensures.
 */
export function pollWhile<Data extends object>(isLive: (data: Data) => boolean) {
  return (query: { state: { data: Data | undefined } }): number | false => {
    const { data } = query.state
    if (!data || !isLive(data)) return false
    const now = Date.now()
    const since = firstSeen.get(data) ?? now
    firstSeen.set(data, since)
    return Math.min(Math.max(firstMs, (now - since) / 4), longestMs)
  }
}
