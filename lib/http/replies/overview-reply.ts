import type { Running } from '../../data/overview.ts'
import { toMoney } from '../../domain/money.ts'
import type { Overview } from '../../usecases/overview/read-overview.ts'

export function toOverviewReply({ needs, moneyOut, moneyIn, jobs, work }: Overview) {
  return {
    pending_actions: needs,
    money_out: moneyOut && { held_in_escrow: toMoney(moneyOut.held), paid: toMoney(moneyOut.paid) },
    money_in: moneyIn && { earned: toMoney(moneyIn.earned), withdrawn: toMoney(moneyIn.withdrawn) },
    running_jobs: jobs.map(toRunningReply),
    running_work: work.map((row) => ({ ...toRunningReply(row), agent: row.agent })),
  }
}

function toRunningReply({ onchainJobId, title, state, until }: Running) {
  return { onchain_job_id: onchainJobId.toString(), title, state, until: until?.toISOString() ?? null }
}
