import type { Provider } from '../provider.ts'
import { isUnderWay, listRunnable, type Transaction } from '../store/transactions.ts'
import { deliverDue } from '../webhooks/deliver.ts'
import type { SigningKey } from '../webhooks/signing-key.ts'
import { advance } from './advance.ts'
import { settleChallenges } from './settle-challenges.ts'

/** Where nothing is under way, only a challenge that nobody approves may come to its end unannounced. */
const pollsWhenIdle = 10

export type Runner = { wake(): void; stop(): Promise<void> }

/** Carries on with everything unfinished, also with what an earlier process left behind, until it is stopped. */
export function startRunner(provider: Provider, key: SigningKey): Runner {
  const stopping = new AbortController()
  const bell = createBell()
  const complaints = createComplaints()
  const loop = async (work: () => Promise<boolean>) => {
    while (!stopping.signal.aborted) {
      const moved = await work().catch((error: unknown) => complaints(error))
      // What one loop did is often work for the other.
      if (moved) bell.ring()
      else await bell.wait(provider.timing.poll * (isUnderWay(provider.db) ? 1 : pollsWhenIdle))
    }
  }
  const running = Promise.all([
    loop(async () => await runTransactions(provider, complaints)),
    loop(async () => await deliverDue(provider, key, stopping.signal)),
  ])
  return {
    wake: bell.ring,
    stop: async () => {
      stopping.abort()
      bell.ring()
      await running
    },
  }
}

async function runTransactions(provider: Provider, complaints: (error: unknown) => false): Promise<boolean> {
  settleChallenges(provider)
  const step = async (transaction: Transaction) => await advance(provider, transaction).catch(complaints)
  const moved = await Promise.all(listRunnable(provider.db).map(step))
  return moved.some(Boolean)
}

type Bell = { ring: () => void; wait: (milliseconds: number) => Promise<void> }

/** Ends every wait at once when it rings. */
function createBell(): Bell {
  const sleepers = new Set<() => void>()
  return {
    ring: () => {
      for (const wakeUp of sleepers) wakeUp()
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const wakeUp = () => {
          clearTimeout(timer)
          sleepers.delete(wakeUp)
          resolve()
        }
        const timer = setTimeout(wakeUp, milliseconds)
        sleepers.add(wakeUp)
      }),
  }
}

/** Prints an error when it differs from the last one: an unreachable chain fails every tenth of a second. */
function createComplaints(): (error: unknown) => false {
  let last = ''
  return (error) => {
    const text = error instanceof Error ? error.message : String(error)
    if (text !== last) console.error('wallet provider:', text)
    last = text
    return false
  }
}
