/** The control plane's time, in milliseconds, as of the last heartbeat. */
export type Clock = { now(): number; set(serverTime: string): void }

export function createClock(): Clock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    set: (serverTime) => {
      offset = Date.parse(serverTime) - Date.now()
    },
  }
}
