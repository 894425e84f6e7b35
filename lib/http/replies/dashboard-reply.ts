import { dashboard as schema } from '../../api/dashboard.ts'
import type { ClientDashboard } from '../../usecases/jobs/read-client-dashboard.ts'
import { toWire } from '../to-wire.ts'

export function toDashboardReply({ held, needs, ...dashboard }: ClientDashboard) {
  return toWire(schema, {
    ...dashboard,
    wallet: dashboard.wallet ?? null,
    heldInEscrow: held,
    drafts: Object.fromEntries(dashboard.drafts.map(({ state, count }) => [state, count])),
    jobs: Object.fromEntries(dashboard.jobs.map(({ state, count }) => [state, count])),
    pendingActions: needs,
    events: dashboard.events.map(({ fromState: from, toState: to, createdAt: at, ...event }) => ({
      ...event,
      from,
      to,
      at,
    })),
  })
}
