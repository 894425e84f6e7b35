import { overview as schema } from '../../api/overview.ts'
import type { Overview } from '../../usecases/overview/read-overview.ts'
import { toWire } from '../to-wire.ts'

export function toOverviewReply({ needs, moneyOut, jobs, work, ...overview }: Overview) {
  return toWire(schema, {
    ...overview,
    pendingActions: needs,
    moneyOut: moneyOut && { heldInEscrow: moneyOut.held, paid: moneyOut.paid },
    runningJobs: jobs,
    runningWork: work,
  })
}
