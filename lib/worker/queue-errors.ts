import type { Logger } from 'pino'
import { outageCodeOf } from '../data/outage.ts'

const pauseMs = 10_000

/**
 * Logs what the library of the queues could not do. It says the same many times a second while the database is away, which is
 * logged every ten seconds, an outage without a stack.
 */
export function queueErrors(log: Pick<Logger, 'warn'>): (error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (given) => {
    const error = toError(given)
    const code = outageCodeOf(error)
    const kind = code ?? error.message
    if (performance.now() < (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) + pauseMs) return
    loggedAt.delete(kind)
    loggedAt.set(kind, performance.now())
    for (const oldest of [...loggedAt.keys()].slice(0, -kindsMax)) loggedAt.delete(oldest)
    if (code === undefined) log.warn({ err: error }, 'the queues failed')
    else log.warn({ code }, 'the queues wait for the database')
  }
}

const kindsMax = 20

/** The library hands on some errors as objects with the same fields, and its driver gives a lost connection no code. */
function toError(given: unknown): Error {
  const { message, stack, code } = Object(given)
  const lost = /^Connection terminated/.test(message) ? 'CONNECTION_CLOSED' : undefined
  if (given instanceof Error && !lost) return given
  const found = lost ?? code
  const error = new Error(String(message ?? given))
  return Object.assign(error, { stack: String(stack ?? '') }, found && { code: String(found) })
}
