import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isFailure } from '#lib/domain/failure.ts'

export type Stop = () => Promise<void>

/** Runs `work` again and again with a pause between; errors are logged and slow it down, up to a minute. */
export function repeat(log: Logger, name: string, pauseMs: number, work: () => Promise<unknown>): Stop {
  const stop = new AbortController()
  const loop = run(log, name, pauseMs, work, stop.signal)
  return async () => {
    stop.abort()
    await loop
  }
}

async function run(
  log: Logger,
  name: string,
  pauseMs: number,
  work: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await work()
      failures = 0
    } catch (error) {
      failures += 1
      const told = isFailure(error) ? { code: error.code, detail: error.message } : { err: error }
      log.warn({ ...told, loop: name, failures }, 'background work failed')
    }
    const pause = Math.min(pauseMs * 2 ** Math.min(failures, 8), Math.max(pauseMs, 60_000))
    await wait(pause, undefined, { signal }).catch(() => undefined)
  }
}
