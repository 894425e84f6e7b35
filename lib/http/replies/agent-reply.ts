import type { WithdrawalRow } from '../../data/withdrawals.ts'
import { type AgentLimits, shownState, type WorkingHours } from '../../domain/agent.ts'
import { toMoney } from '../../domain/money.ts'
import { at, type Step, step } from '../../domain/step.ts'
import type { AgentView } from '../../usecases/agents/agent-view.ts'
import type { AgentDetail } from '../../usecases/agents/read-agent.ts'
import type { RuntimeStatus } from '../../usecases/agents/read-runtime-status.ts'
import type { AgentWallet } from '../../usecases/withdrawals/read-agent-wallet.ts'
import { web } from '../web.ts'
import { toFailedAttemptAccount } from './failed-attempt-reply.ts'
import { toWorkerReputationReply } from './reputation-reply.ts'

export function toAgentReply(view: AgentView) {
  const { agent, steps } = view
  return {
    id: agent.id,
    name: agent.name,
    role: agent.role,
    state: shownState(agent),
    state_reason: reasonOf(agent),
    version: agent.version,
    limits: {
      max_concurrent_jobs: agent.maxConcurrentJobs,
      min_reward: toMoney(agent.minReward),
      min_silence_share_bps: agent.minSilenceShareBps,
      repositories: agent.repositories,
      languages: agent.languages,
      hours: agent.hours,
      networks: agent.networks,
    },
    runtime: toRuntimeReply(view),
    wallet_address: agent.walletAddress,
    provisioning: steps.map(({ step, state, attempts, detail, doneAt }) => ({
      ...{ step, state, attempts, detail },
      done_at: doneAt?.toISOString() ?? null,
    })),
    next_actions: view.nextActions,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
  }
}

/** What the operator wrote is not shown, since it may be about others. */
function reasonOf(agent: AgentView['agent']): string | null {
  if (agent.state === 'SUSPENDED') return agent.disqualifiedFor ?? 'It was revoked on chain.'
  if (agent.suspendedBecause === null) return null
  return 'An operator of this service took it out of work. Ask them why, and what brings it back.'
}

export function toAgentDetailReply(detail: AgentDetail) {
  const { reputation } = detail
  return { ...toAgentReply(detail), reputation: reputation && toWorkerReputationReply(reputation) }
}

type WireLimits = {
  max_concurrent_jobs?: number | undefined
  min_reward?: bigint | undefined
  min_silence_share_bps?: number | undefined
  repositories?: string[] | undefined
  languages?: string[] | undefined
  hours?: WorkingHours | null | undefined
  networks?: string[] | undefined
}

/** The limits that were named; what was left out stays out. */
export function parseLimits(wire: WireLimits = {}): Partial<AgentLimits> {
  const limits = {
    maxConcurrentJobs: wire.max_concurrent_jobs,
    minReward: wire.min_reward,
    minSilenceShareBps: wire.min_silence_share_bps,
    repositories: wire.repositories,
    languages: wire.languages,
    hours: wire.hours,
    networks: wire.networks,
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as Partial<AgentLimits>
}

function toRuntimeReply({ connection, connectionState, heartbeat }: AgentView) {
  return {
    state: connectionState,
    address: connection?.address ?? null,
    key: connection?.key ?? null,
    software: heartbeat?.software ?? connection?.software ?? null,
    isolation: connection?.isolation ?? null,
    paired_at: connection?.pairedAt.toISOString() ?? null,
    last_seen_at: heartbeat?.at.toISOString() ?? null,
  }
}

export function toRuntimeStatusReply({ view, credential, work, health, failedAttempts }: RuntimeStatus) {
  return {
    ...toRuntimeReply(view),
    reports: view.heartbeat?.state ?? null,
    credential: credential
      ? { epoch: credential.epoch, expires_at: credential.expiresAt.toISOString(), scopes: credential.scopes }
      : null,
    health: {
      heard_share: health.heardShare,
      outages: health.outages.map(({ beganAt, endedAt }) => ({
        began_at: beganAt.toISOString(),
        ended_at: endedAt?.toISOString() ?? null,
      })),
    },
    work: work.map((one) => ({
      onchain_job_id: one.onchainJobId.toString(),
      attempt: one.attempt,
      role: one.role,
      state: one.state,
      title: one.title,
      until: one.until?.toISOString() ?? null,
    })),
    failed_attempts: failedAttempts.map((row) => toFailedAttemptAccount(row, 'owner')),
  }
}

export function toAgentWalletReply(wallet: AgentWallet) {
  return {
    address: wallet.address,
    blockchain: web().env.CIRCLE_BLOCKCHAIN,
    account_type: 'SCA' as const,
    custody: 'developer' as const,
    balance: toMoney(wallet.balance.units),
    block_number: wallet.balance.block.toString(),
    owed: toMoney(wallet.owed),
    earned: toMoney(wallet.earned),
    paid_elsewhere: toMoney(wallet.paidElsewhere),
    withdrawn: toMoney(wallet.withdrawn),
    earned_by_day: wallet.earnedByDay.map(({ day, amount }) => ({ day, amount: toMoney(amount) })),
    earnings: wallet.earnings.map((one) => ({
      onchain_job_id: one.onchainJobId.toString(),
      kind: one.kind,
      amount: toMoney(one.amount),
      paid_to: one.paidTo,
      transaction_hash: one.transactionHash,
      block_number: one.blockNumber.toString(),
      at: one.at.toISOString(),
    })),
  }
}

export function toWithdrawalReply(row: WithdrawalRow) {
  const { explorerUrl } = web().services.settings
  return {
    id: row.id,
    amount: toMoney(row.amount),
    destination: row.destination,
    state: row.state,
    reconciling: row.reconciling,
    transaction_hash: row.transactionHash,
    block_number: row.blockNumber?.toString() ?? null,
    explorer_url: explorerUrl && row.transactionHash ? `${explorerUrl}/tx/${row.transactionHash}` : null,
    failure: row.failureCode ? { code: row.failureCode, detail: row.failureDetail ?? '' } : null,
    next_actions: withdrawalActions(row),
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}

function withdrawalActions(row: WithdrawalRow): Step[] {
  const waiting = (who: Step['who'], text: string): Step[] => [{ code: 'wait', text, who, until: null }]
  if (row.state === 'INTENT') return waiting('wallet_provider', 'The wallet provider is being asked to send it.')
  if (row.state === 'SUBMITTED')
    return row.transactionHash
      ? waiting('chain', 'The transfer waits for finality.')
      : waiting('wallet_provider', 'The wallet provider prepares the transfer.')
  if (row.state === 'IN_DOUBT')
    return waiting('service', 'We are searching the chain for this transfer. You can withdraw again once we know.')
  if (row.state === 'CONFIRMED') return []
  // Whether another one is possible now depends on work held and on later withdrawals, not on this row.
  const wallet = at('getAgentWallet', { id: row.agentId })
  return [step('agent_owner', 'withdraw_again', 'Nothing was sent. See what you can withdraw.', wallet)]
}
