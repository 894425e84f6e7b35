/** A pause that ends early when it is woken or the signal ends it. */
export type Alarm = { wait(ms: number, signal: AbortSignal): Promise<void>; wake(): void }

export function createAlarm(): Alarm {
  let wake: () => void = () => undefined
  let isWoken = false
  return {
    wait: async (ms, signal) => {
      if (!isWoken && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        })
        signal.removeEventListener('abort', wake)
      }
      isWoken = false
    },
    wake: () => {
      isWoken = true
      wake()
    },
  }
}

/** Ends at the time, or at once when the signal ends; never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await createAlarm().wait(ms, signal)
}
