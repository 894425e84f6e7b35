/** Waits for a turn and gives the function that ends it; throws the signal's reason when the wait is given up. */
export type TakeSlot = (host: string, signal: AbortSignal) => Promise<() => void>

type Waiter = { host: string; start: () => void }

/** Turns for at most `perHost` calls to one host and `all` in total; a host that is full holds up no other. */
export function createSlots(limits: { perHost: number; all: number }): TakeSlot {
  const busy: string[] = []
  const waiting = new Set<Waiter>()

  const hasRoom = (host: string) =>
    busy.length < limits.all && busy.filter((other) => other === host).length < limits.perHost

  const take = (host: string) => {
    busy.push(host)
    return () => {
      busy.splice(busy.indexOf(host), 1)
      for (const waiter of waiting) if (hasRoom(waiter.host)) waiter.start()
    }
  }

  return (host, signal) => {
    if (hasRoom(host)) return Promise.resolve(take(host))
    const turn = Promise.withResolvers<() => void>()
    const waiter: Waiter = { host, start: () => end(() => turn.resolve(take(host))) }
    const giveUp = () => end(() => turn.reject(signal.reason))
    const end = (settle: () => void) => {
      waiting.delete(waiter)
      signal.removeEventListener('abort', giveUp)
      settle()
    }
    waiting.add(waiter)
    signal.addEventListener('abort', giveUp)
    return turn.promise
  }
}
