import type { Logger } from 'pino'
import { type Lease, openLease } from '../data/lease.ts'

/** The lead of one kind of work, whose taking and losing the log tells: of several workers, it says which one does it. */
export function openLead(log: Logger, databaseUrl: string, name: string): Lease {
  const lease = openLease(databaseUrl, name)
  let leads = false
  const note = (now: boolean) => {
    if (now !== leads) log.info({ lease: name }, now ? 'this worker leads' : 'this worker leads no more')
    leads = now
  }
  return {
    ...lease,
    holds: async () => {
      const holds = await lease.holds()
      note(holds)
      return holds
    },
    close: async () => {
      await lease.close()
      note(false)
    },
  }
}
