import type { JobEvent } from './escrow-payments.ts'

const sumNames = ['funded', 'rewards', 'fees', 'returned', 'deferred', 'collected'] as const
const countNames = ['created', 'settled', 'rejected', 'cancelled', 'refunded', 'lapsed'] as const

/** What a set of the escrow's events moved, in base units, and how many jobs they began and ended. */
export type BookSums = Record<(typeof sumNames)[number], bigint> & Record<(typeof countNames)[number], number>

export function emptySums(): BookSums {
  const sums = Object.fromEntries(sumNames.map((name) => [name, 0n]))
  const counts = Object.fromEntries(countNames.map((name) => [name, 0]))
  return { ...sums, ...counts } as BookSums
}

export function addSums(a: BookSums, b: BookSums): BookSums {
  const total = emptySums()
  for (const name of sumNames) total[name] = a[name] + b[name]
  for (const name of countNames) total[name] = a[name] + b[name]
  return total
}

/** What one event adds; `rejected` counts jobs that no attempt is left for. */
export function sumsOf({ eventName, args }: Pick<JobEvent, 'eventName' | 'args'>): Partial<BookSums> {
  const units = (name: string) => BigInt(String(args[name]))
  switch (eventName) {
    case 'JobCreated':
      return { funded: units('held'), created: 1 }
    case 'VerdictRecorded':
      return { fees: units('fee') }
    case 'JobSettled':
      return { rewards: units('reward'), returned: units('returned'), settled: 1 }
    case 'AttemptRejected':
      return args.state === rejectedState ? { rejected: 1 } : {}
    case 'JobCancelled':
      return { returned: units('amount'), cancelled: 1 }
    case 'JobRefunded':
      return { returned: units('amount'), refunded: 1 }
    case 'JobLapsed':
      return { rewards: units('toWorker'), returned: units('toClient'), lapsed: 1 }
    case 'PaymentDeferred':
      return { deferred: units('amount') }
    case 'Collected':
      return { collected: units('amount') }
    default:
      return {}
  }
}

/** REJECTED in the contract's enum of states. */
const rejectedState = 5

/** What the escrow has to hold of the token: for jobs, and for accounts that it could not pay yet. */
export function balanceOf(sums: BookSums): { held: bigint; owed: bigint; balance: bigint } {
  const held = sums.funded - sums.rewards - sums.fees - sums.returned
  const owed = sums.deferred - sums.collected
  return { held, owed, balance: held + owed }
}
