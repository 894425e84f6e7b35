import type { FaultSettings, RateLimitFault } from './settings.ts'

type RequestFault = 'dropAnswers' | 'failNext'

/** Requested faults; kept in memory, so that a restart ends them all. */
export type Faults = {
  /** Replaces all settings, and ends every wait that came of the earlier ones. */
  set(settings: FaultSettings): void
  /** What is still to come. */
  show(): FaultSettings
  /** The fault of this kind that hits a request to `path`, counted as used. */
  take<Kind extends RequestFault>(kind: Kind, path: string): FaultSettings[Kind]
  /** The limit that is in force and the moment when it ends, in milliseconds; nothing is counted. */
  limit(): (RateLimitFault & { resetAt: number }) | undefined
  /** Counts one request as refused by the limit. */
  spendLimit(): void
  /** Ends when the answer to a request to `path` may be sent. */
  hold(path: string, closed: AbortSignal): Promise<void>
  /** Fires when the present settings are replaced. */
  replaced(): AbortSignal
}

export function createFaults(now: () => Date): Faults {
  let settings: FaultSettings = {}
  let resetAt = 0
  let replaced = new AbortController()
  return {
    set: (next) => {
      settings = next
      resetAt = now().getTime() + (next.rateLimit?.resetInSeconds ?? 0) * 1000
      replaced.abort()
      replaced = new AbortController()
    },
    show: () => settings,
    take: (kind, path) => {
      const fault = settings[kind]
      if (!fault || !path.startsWith(fault.path)) return undefined
      settings = { ...settings, [kind]: countDown(fault) }
      return fault
    },
    limit: () => {
      const { rateLimit } = settings
      return rateLimit && resetAt > now().getTime() ? { ...rateLimit, resetAt } : undefined
    },
    spendLimit: () => {
      const { rateLimit } = settings
      settings = { ...settings, rateLimit: rateLimit && countDown(rateLimit) }
    },
    hold: async (path, closed) => {
      const { hold } = settings
      if (hold && path.startsWith(hold.path)) await sleep(hold.ms, [closed, replaced.signal])
    },
    replaced: () => replaced.signal,
  }
}

/** Waits until the time is over or one of the signals says so. */
export async function sleep(milliseconds: number, signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals)
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function countDown<Counted extends { count: number }>(fault: Counted): Counted | undefined {
  return fault.count > 1 ? { ...fault, count: fault.count - 1 } : undefined
}
