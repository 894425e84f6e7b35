/** Another tab of this browser went on with the same challenge; the window of this one is closed. */
export class ContinuedElsewhere extends Error {
  constructor() {
    super('Continued in another tab.')
    this.name = 'ContinuedElsewhere'
  }
}

const placeOf = (subject: string) => `jobwright.wallet.${subject}`

/**
 * Runs what shows the wallet for a subject in this tab alone: whichever tab comes last takes it over, and `signal` tells
 * the one before to close. The browser frees it when a tab closes or dies.
 */
export async function inThisTab<Result>(
  subject: string,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  if (!navigator.locks) return run(stop.signal)
  let outcome: Promise<Result> | undefined
  try {
    return await navigator.locks.request(placeOf(subject), { steal: true }, () => {
      notifyTabs(subject)
      outcome = run(stop.signal)
      return outcome
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    outcome?.catch(() => undefined)
    stop.abort()
    throw new ContinuedElsewhere()
  } finally {
    notifyTabs(subject)
  }
}

/**
 * Reports whether another tab shows the wallet for a subject, now and with every change, until it is stopped; `isNews` is
 * false for the first look.
 */
export function watchTabs(subject: string, report: (isElsewhere: boolean, isNews: boolean) => void): () => void {
  if (!navigator.locks) return () => undefined
  const stop = new AbortController()
  const channel = new BroadcastChannel(placeOf(subject))
  const look = async (isNews: boolean) => {
    const { held = [] } = await navigator.locks.query()
    const isHeld = held.some(({ name, mode }) => name === placeOf(subject) && mode === 'exclusive')
    if (stop.signal.aborted) return
    report(isHeld, isNews)
    if (isHeld) await untilFree(subject, stop.signal)
    if (isHeld && !stop.signal.aborted) await look(true)
  }
  channel.onmessage = () => void look(true)
  void look(false)
  return () => {
    stop.abort()
    channel.close()
  }
}

/** A shared claim is granted when the exclusive one has ended, however it ended. */
async function untilFree(subject: string, signal: AbortSignal): Promise<void> {
  try {
    await navigator.locks.request(placeOf(subject), { mode: 'shared', signal }, () => undefined)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

function notifyTabs(subject: string): void {
  const channel = new BroadcastChannel(placeOf(subject))
  channel.postMessage('changed')
  channel.close()
}

function isTaken(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
