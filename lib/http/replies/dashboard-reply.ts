import { toMoney } from '../../domain/money.ts'
import type { ClientDashboard } from '../../usecases/jobs/read-client-dashboard.ts'
import { toClientReputationReply } from './reputation-reply.ts'

export function toDashboardReply(dashboard: ClientDashboard) {
  const { wallet, balance } = dashboard
  return {
    wallet: wallet ? { address: wallet.address, blockchain: wallet.blockchain } : null,
    balance: balance === null ? null : toMoney(balance),
    held_in_escrow: toMoney(dashboard.held),
    drafts: Object.fromEntries(dashboard.drafts.map(({ state, count }) => [state, count])),
    jobs: Object.fromEntries(dashboard.jobs.map(({ state, count }) => [state, count])),
    reputation: toClientReputationReply(dashboard.reputation),
    pending_actions: dashboard.needs.map(({ role: _, ...action }) => action),
    events: dashboard.events.map((event) => ({
      name: event.name,
      subject_type: event.subjectType,
      subject_id: event.subjectId,
      from: event.fromState,
      to: event.toState,
      at: event.createdAt.toISOString(),
    })),
  }
}
