import type { Logger } from 'pino'
import { outageCodeOf } from '../data/outage.ts'

const pauseMs = 10_000

/**
 * Logs what the library of the queues could not do. It says so several times a second while the database is away, which
 * is logged every ten seconds and without a stack.
 */
export function queueErrors(log: Pick<Logger, 'warn'>): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const code = outageCodeOf(error)
    if (code === undefined) {
      log.warn({ err: error }, 'the queues failed')
      return
    }
    if (performance.now() < loggedAt + pauseMs) return
    loggedAt = performance.now()
    log.warn({ code }, 'the queues wait for the database')
  }
}
