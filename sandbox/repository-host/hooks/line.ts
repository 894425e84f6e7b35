import { type Faults, sleep } from '../faults/faults.ts'

/** What webhooks go through before they are sent. */
export type Line = {
  /** Runs the sending at once, or late and out of order while such faults are asked for. */
  pass(send: () => Promise<void>): Promise<void>
  /** Lets go of a webhook that waits for another. */
  flush(): void
}

export function createLine(faults: Faults, stopping: AbortSignal): Line {
  let release: (() => void) | undefined
  const flush = () => {
    release?.()
    release = undefined
  }
  const waitForAnother = () =>
    new Promise<void>((resolve) => {
      release = resolve
      const signal = AbortSignal.any([faults.replaced(), stopping])
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve())
    })

  return {
    flush,
    pass: (send) => {
      const { delayMs = 0, shuffle } = faults.show().deliveries ?? {}
      // What is not disturbed is logged before this returns.
      if (delayMs === 0 && !shuffle) return send()
      return (async () => {
        if (delayMs > 0) await sleep(delayMs, [faults.replaced(), stopping])
        if (!shuffle) return await send()
        const letGo = release
        release = undefined
        if (!letGo) await waitForAnother()
        await send().finally(() => letGo?.())
      })()
    },
  }
}
