import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isFailure } from '../domain/failure.ts'
import { SweepError } from '../usecases/sweep-rows.ts'

export type Stop = () => Promise<void>

/** So that what was away is used again soon after it is back. */
const longestPauseMs = 4_000

/**
 * Runs `work` again and again with a pause between. Errors are logged and slow it down, up to `longestMs`; those of single
 * rows, beside which the others were handled, are only logged.
 */
export function repeat(
  log: Logger,
  name: string,
  pauseMs: number,
  work: () => Promise<unknown>,
  longestMs = longestPauseMs,
): Stop {
  const stop = new AbortController()
  const pauseAfter = (failures: number) => Math.min(pauseMs * 2 ** Math.min(failures, 8), Math.max(pauseMs, longestMs))
  const loop = run({ log, name, work, pauseAfter }, stop.signal)
  return async () => {
    stop.abort()
    await loop
  }
}

type Loop = {
  log: Logger
  name: string
  work: () => Promise<unknown>
  /** Milliseconds, after so many failures in a row. */
  pauseAfter: (failures: number) => number
}

async function run({ log, name, work, pauseAfter }: Loop, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await work()
      failures = 0
    } catch (error) {
      failures = error instanceof SweepError ? 0 : failures + 1
      report(log, name, error, failures)
    }
    await wait(pauseAfter(failures), undefined, { signal }).catch(() => undefined)
  }
}

function report(log: Logger, loop: string, error: unknown, failures: number): void {
  if (error instanceof SweepError) {
    for (const { row, error: err } of error.failures) log.warn({ err, loop, row }, 'a row of a sweep failed')
    return
  }
  const facts = isFailure(error) ? { code: error.code, detail: error.message } : { err: error }
  log.warn({ ...facts, loop, failures }, 'background work failed')
}
