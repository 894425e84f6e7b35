import type { Logger } from 'pino'
import { type CallsOfProviders, isFailing, type Provider, providers } from '../domain/readiness.ts'

/** Logs when a provider begins to fail this program, and when it answers again; gives what to call with each new count. */
export function providerLog(log: Pick<Logger, 'error' | 'info'>): (calls: CallsOfProviders) => void {
  const failing = new Set<Provider>()
  return (calls) => {
    for (const provider of providers) {
      const counted = calls[provider]
      const fails = counted !== undefined && isFailing([counted])
      if (fails === failing.has(provider)) continue
      if (fails) {
        failing.add(provider)
        log.error({ provider, failures: counted.failures, since: counted.since }, 'a provider fails')
      } else {
        failing.delete(provider)
        log.info({ provider }, 'a provider answers again')
      }
    }
  }
}
