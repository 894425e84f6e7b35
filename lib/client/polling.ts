import { areChangesStreamed } from './follow-changes.ts'
import { isGone, isSignedOut } from './refusals.ts'

const firstMs = 1_000
/** With a stream of changes, polling is only for what the stream does not report. */
const firstBesideStreamMs = 4_000
const longestMs = 15_000
/** What the stream reports in full is read beside it only in case the stream went silent. */
const besideFullStreamMs = 60_000

type Polled<Data> = { state: { data: Data | undefined; error?: unknown } }
type Seen = { sign: unknown; since: number }

const seen = new WeakMap<object, Seen>()

/**
 * A refetch interval that follows live data: a second after the last change, longer the longer nothing changes, and never
 * once `isLive` says no, the data is gone or the session has ended. `signOf` names what counts as a change; without it
 * that is the data itself, which keeps its identity while nothing changes, as react-query's structural sharing ensures.
 * Beside a stream of changes polling is rarer, unless `moves` says that each reading makes the service look at the chain, and
 * rarest where `isStreamed` says that the stream has every change.
 */
export function pollWhile<Data extends object>(
  isLive: (data: Data) => boolean,
  signOf: (data: Data) => unknown = (data) => data,
  { moves = false, isStreamed = false } = {},
) {
  return (query: Polled<Data>): number | false => {
    const { data, error } = query.state
    if (!data || !isLive(data) || isGone(error) || isSignedOut(error)) return false
    const sign = signOf(data)
    const known = seen.get(query)
    const since = known && known.sign === sign ? known.since : Date.now()
    seen.set(query, { sign, since })
    if (isStreamed && areChangesStreamed()) return besideFullStreamMs
    const shortestMs = areChangesStreamed() && !moves ? firstBesideStreamMs : firstMs
    return Math.min(Math.max(shortestMs, (Date.now() - since) / 4), longestMs)
  }
}

/** Polls a list whose every change is on the stream. */
export const pollUnstreamed = pollWhile<object>(() => true, undefined, { isStreamed: true })
