import type { DraftState } from '../domain/draft.ts'
import { parseAmount } from '../domain/money.ts'
import { isLive } from '../domain/transaction.ts'
import type { ReplyOf } from './api.ts'

export type Transaction = ReplyOf<'getTransaction'>
export type StepName = 'approve' | 'fund' | 'confirm'
/** `blocked` waits for an earlier step, `ready` for the person, `waiting` for provider or chain. */
export type StepStatus = 'blocked' | 'ready' | 'waiting' | 'failed' | 'done'
export type FundStep = { name: StepName; status: StepStatus; transaction: Transaction | undefined }

type FundedDraft = {
  state: DraftState
  snapshot: { created_at: string; budget: { amount: string } } | null
}

/**
 * The three steps of funding as the service and the chain tell them. An approval counts when its transaction of this
 * snapshot is confirmed or when the escrow's allowance, read from the chain, is the budget.
 */
export function fundSteps(
  draft: FundedDraft,
  transactions: readonly Transaction[],
  allowance: bigint | undefined,
): FundStep[] {
  const approval = latest(draft, transactions, 'APPROVAL')
  const funding = latest(draft, transactions, 'FUNDING')
  const approve = approveStatus(draft, approval, allowance)
  const fund = fundStatus(draft, funding, approve)
  return [
    { name: 'approve', status: approve, transaction: approval },
    { name: 'fund', status: fund, transaction: funding },
    { name: 'confirm', status: confirmStatus(draft, funding, fund), transaction: funding },
  ]
}

/** The newest transaction of one purpose that belongs to the current snapshot. */
function latest({ snapshot }: FundedDraft, transactions: readonly Transaction[], purpose: Transaction['purpose']) {
  if (!snapshot) return undefined
  const since = Date.parse(snapshot.created_at)
  return transactions.find((one) => one.purpose === purpose && Date.parse(one.created_at) >= since)
}

function approveStatus(
  { state, snapshot }: FundedDraft,
  approval: Transaction | undefined,
  allowance: bigint | undefined,
): StepStatus {
  if (state === 'FUNDING' || state === 'FUNDED') return 'done'
  if (state === 'DRAFT') return 'blocked'
  if (state === 'READY' || !snapshot) return 'ready'
  if (approval && isLive(approval.state)) return needsPerson(approval) ? 'ready' : 'waiting'
  if (allowance !== undefined && allowance === parseAmount(snapshot.budget.amount)) return 'done'
  if (approval?.state === 'CONFIRMED' && allowance === undefined) return 'done'
  return approval && approval.state !== 'CONFIRMED' ? 'failed' : 'ready'
}

function fundStatus({ state }: FundedDraft, funding: Transaction | undefined, approve: StepStatus): StepStatus {
  if (state === 'FUNDED' || funding?.state === 'CONFIRMED' || funding?.state === 'CONFIRMING') return 'done'
  if (approve !== 'done') return 'blocked'
  if (!funding) return 'ready'
  if (isLive(funding.state)) return needsPerson(funding) ? 'ready' : 'waiting'
  return 'failed'
}

function confirmStatus({ state }: FundedDraft, funding: Transaction | undefined, fund: StepStatus): StepStatus {
  if (state === 'FUNDED') return 'done'
  return fund === 'done' && funding ? 'waiting' : 'blocked'
}

function needsPerson({ state }: Transaction): boolean {
  return state === 'CHALLENGE_ISSUED'
}
