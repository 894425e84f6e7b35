import { agentDetail, agent as agentSchema, runtimeStatus } from '../../api/agents.ts'
import { agentWallet, withdrawal } from '../../api/withdrawals.ts'
import type { WithdrawalRow } from '../../data/withdrawals.ts'
import { shownState } from '../../domain/agent.ts'
import { at, type Step, step } from '../../domain/step.ts'
import type { AgentView } from '../../usecases/agents/agent-view.ts'
import type { AgentDetail } from '../../usecases/agents/read-agent.ts'
import type { RuntimeStatus } from '../../usecases/agents/read-runtime-status.ts'
import type { AgentWallet } from '../../usecases/withdrawals/read-agent-wallet.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'
import { toFailedAttemptAccount } from './failed-attempt-reply.ts'

export function toAgentReply(view: AgentView) {
  return toWire(agentSchema, describeAgent(view))
}

function describeAgent(view: AgentView) {
  const { agent, steps, nextActions } = view
  return {
    ...agent,
    state: shownState(agent),
    stateReason: reasonOf(agent),
    limits: agent,
    runtime: describeRuntime(view),
    provisioning: steps,
    nextActions,
  }
}

/** What the operator wrote is not shown, since it may be about others. */
function reasonOf(agent: AgentView['agent']): string | null {
  if (agent.state === 'SUSPENDED') return agent.disqualifiedFor ?? 'It was revoked on chain.'
  if (agent.suspendedBecause === null) return null
  return 'An operator of this service took it out of work. Ask them why, and what brings it back.'
}

export function toAgentDetailReply(detail: AgentDetail) {
  return toWire(agentDetail, { ...describeAgent(detail), reputation: detail.reputation })
}

function describeRuntime({ connection, connectionState, heartbeat }: AgentView) {
  return {
    state: connectionState,
    address: connection?.address ?? null,
    key: connection?.key ?? null,
    software: heartbeat?.software ?? connection?.software ?? null,
    isolation: connection?.isolation ?? null,
    pairedAt: connection?.pairedAt ?? null,
    lastSeenAt: heartbeat?.at ?? null,
  }
}

export function toRuntimeStatusReply({ view, failedAttempts, ...status }: RuntimeStatus) {
  return toWire(runtimeStatus, {
    ...describeRuntime(view),
    ...status,
    reports: view.heartbeat?.state ?? null,
    credential: status.credential ?? null,
    failedAttempts: failedAttempts.map((row) => toFailedAttemptAccount(row, 'owner')),
  })
}

export function toAgentWalletReply({ balance, ...wallet }: AgentWallet) {
  return toWire(agentWallet, {
    ...wallet,
    blockchain: web().env.CIRCLE_BLOCKCHAIN,
    accountType: 'SCA',
    custody: 'developer',
    balance: balance.units,
    blockNumber: balance.block,
  })
}

export function toWithdrawalReply(row: WithdrawalRow) {
  const { explorerUrl } = web().services.settings
  return toWire(withdrawal, {
    ...row,
    explorerUrl: explorerUrl && row.transactionHash ? `${explorerUrl}/tx/${row.transactionHash}` : null,
    failure: row.failureCode ? { code: row.failureCode, detail: row.failureDetail ?? '' } : null,
    nextActions: withdrawalActions(row),
  })
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
