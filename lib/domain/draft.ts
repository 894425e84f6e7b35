import { type Action, clientAction } from './action.ts'
import { Failure } from './failure.ts'
import type { TransactionPurpose, TransactionState } from './transaction.ts'

export const draftStates = ['DRAFT', 'READY', 'LOCKED', 'FUNDING', 'FUNDED'] as const
export type DraftState = (typeof draftStates)[number]

const draftCauses = [
  'edit',
  'review_passed',
  'review_blocked',
  'lock',
  'fund',
  'fund_window_passed',
  'job_created',
] as const
export type DraftCause = (typeof draftCauses)[number]

const transitions: Record<DraftCause, Partial<Record<DraftState, DraftState>>> = {
  edit: { DRAFT: 'DRAFT', READY: 'DRAFT' },
  review_passed: { DRAFT: 'READY', READY: 'READY', LOCKED: 'READY' },
  review_blocked: { DRAFT: 'DRAFT', READY: 'DRAFT', LOCKED: 'DRAFT' },
  lock: { READY: 'LOCKED', LOCKED: 'LOCKED' },
  fund: { LOCKED: 'FUNDING', FUNDING: 'FUNDING' },
  fund_window_passed: { FUNDING: 'LOCKED' },
  job_created: { DRAFT: 'FUNDED', READY: 'FUNDED', LOCKED: 'FUNDED', FUNDING: 'FUNDED' },
}

/** The state that a cause leads to, or undefined when the table has no such row. */
export function nextDraftState(from: DraftState, cause: DraftCause): DraftState | undefined {
  return transitions[cause][from]
}

/** Where a cause may start from. */
export function draftStatesBefore(cause: DraftCause): DraftState[] {
  return draftStates.filter((state) => transitions[cause][state] !== undefined)
}

const draftOperations = ['approve', 'fund', 'review', 'edit', 'delete'] as const
export type DraftOperation = (typeof draftOperations)[number]

/** What a draft accepts in a state, the most wanted first; offers and refusals both follow it. */
const accepted: Record<DraftState, readonly DraftOperation[]> = {
  DRAFT: ['review', 'edit', 'delete'],
  READY: ['approve', 'edit', 'review', 'delete'],
  LOCKED: ['fund', 'approve', 'review', 'delete'],
  FUNDING: ['fund'],
  FUNDED: [],
}

export function accepts(state: DraftState, operation: DraftOperation): boolean {
  return accepted[state].includes(operation)
}

export type LivePayment = {
  id: string
  purpose: TransactionPurpose
  state: TransactionState
  /** After which nobody can approve it any more. */
  challengeExpiresAt: Date | null
}

/**
 * Whether a LOCKED draft can be paid for now, as the chain says: the escrow may not take exactly the budget yet, it may
 * and the wallet holds less, or nothing is missing.
 */
export type Means = 'unapproved' | 'short' | 'enough'

export type DraftFacts = {
  id: string
  state: DraftState
  onchainJobId: bigint | null
  /** The transaction of the draft that has not ended; null when none is under way. */
  live: LivePayment | null
  means: Means
  /** Another draft whose payment is under way; a wallet pays for one at a time. */
  otherUnderPayment: string | null
  /** The last moment in which the frozen terms can be funded (ISO time). */
  fundBy: string | null
}

/** What a payment needs that the wallet cannot cover; the answer names the wallet's address. */
export const addMoney = clientAction(
  'add_money',
  'Send what is missing to the wallet’s address, then fund the job.',
  'GET',
  '/api/v1/client/wallet/',
)

/** What the client can do with a draft now; each of these is accepted in the state in which it is offered. */
export function draftActions(facts: DraftFacts): Action[] {
  const { id, state, live, onchainJobId } = facts
  const href = `/api/v1/client/job-drafts/${id}/`
  if (state === 'FUNDED')
    return onchainJobId === null
      ? []
      : [clientAction('open_job', 'Open the job.', 'GET', `/api/v1/client/jobs/${onchainJobId}/`)]
  if (live) return [continuation(facts, live)]
  // A new approval of a READY draft freezes new terms.
  const until = state === 'READY' ? null : facts.fundBy
  const offers: Record<DraftOperation, Action> = {
    approve: {
      ...clientAction('approve', 'Approve the exact allowance.', 'POST', `${href}approval-challenge/`),
      until,
    },
    fund: { ...clientAction('fund', 'Fund the job.', 'POST', `${href}funding-challenge/`), until },
    review: clientAction('review', 'Review the draft.', 'POST', `${href}review/`),
    edit: clientAction('edit', 'Edit the draft.', 'PATCH', href),
    delete: clientAction('delete', 'Delete the draft.', 'DELETE', href),
  }
  if (state === 'READY' && facts.otherUnderPayment)
    offers.approve = clientAction(
      'open_other_draft',
      'Finish the payment of the other draft first.',
      'GET',
      `/api/v1/client/job-drafts/${facts.otherUnderPayment}/`,
    )
  if (state === 'LOCKED' && facts.means === 'short') offers.fund = { ...addMoney, until }
  const unneeded = state !== 'LOCKED' ? undefined : facts.means === 'unapproved' ? 'fund' : 'approve'
  return accepted[state].filter((operation) => operation !== unneeded).map((operation) => offers[operation])
}

/** A payment under way is approved in the wallet or followed; everything else waits for its end. */
function continuation({ id, fundBy }: DraftFacts, live: LivePayment): Action {
  const until = fundBy
  if (live.state !== 'INTENT' && live.state !== 'CHALLENGE_ISSUED') {
    const href = `/api/v1/client/transactions/${live.id}/`
    return { ...clientAction('follow_transaction', 'Follow the transaction to its end.', 'GET', href), until }
  }
  const isApproval = live.purpose === 'APPROVAL'
  const href = `/api/v1/client/job-drafts/${id}/${isApproval ? 'approval' : 'funding'}-challenge/`
  const action = isApproval
    ? clientAction('approve', 'Continue the approval.', 'POST', href)
    : clientAction('fund', 'Continue the funding.', 'POST', href)
  return { ...action, until }
}

type LockedDraft = { draft: Pick<DraftFacts, 'id' | 'state'> } & Pick<DraftFacts, 'live' | 'onchainJobId'>

/** The refusal of an edit, review or deletion that the draft's state or its payment forbids, with the way out. */
export function draftLocked({ draft: { id, state }, live, onchainJobId }: LockedDraft): Failure {
  if (live) return paymentLive(live)
  const href = `/api/v1/client/job-drafts/${id}/`
  const ways = {
    LOCKED: clientAction('review', 'Review the draft again to unlock it.', 'POST', `${href}review/`),
    FUNDING: clientAction('wait', 'Wait for the funding to land or for its window to pass.', 'GET', href),
    FUNDED: clientAction(
      'open_job',
      'Open the funded job; cancel it there while nobody works on it.',
      'GET',
      `/api/v1/client/jobs/${onchainJobId === null ? '' : `${onchainJobId}/`}`,
    ),
    DRAFT: clientAction('review', 'Review the draft.', 'POST', `${href}review/`),
    READY: clientAction('edit', 'Edit the draft.', 'PATCH', href),
  } as const satisfies Record<DraftState, unknown>
  return new Failure('draft_locked', `The draft is ${state} and cannot be changed.`, { nextActions: [ways[state]] })
}

/** The refusal of whatever a payment under way forbids; `until` says when one that nobody approves is over. */
export function paymentLive({ id, purpose, state, challengeExpiresAt }: LivePayment): Failure {
  const name = purpose.toLowerCase()
  const href = `/api/v1/client/transactions/${id}/`
  if (state !== 'INTENT' && state !== 'CHALLENGE_ISSUED')
    return new Failure('draft_locked', `The draft’s ${name} was approved and is on its way.`, {
      nextActions: [clientAction('follow_transaction', 'Wait until it ends.', 'GET', href)],
    })
  const until = challengeExpiresAt?.toISOString() ?? null
  const message = `The draft’s ${name} waits for approval in the wallet${until ? `, and can be approved until ${until}` : ''}.`
  const text = 'Approve it in the wallet, or wait until its time is over.'
  return new Failure('draft_locked', message, {
    nextActions: [{ ...clientAction('follow_transaction', text, 'GET', href), until }],
  })
}

/** Failed attempts are shared with the worker of a later one, so only where there can be one. */
export function sharing(terms: { sharesFailedAttempts?: boolean; maxAttempts: number }): {
  sharesFailedAttempts: boolean
} {
  return { sharesFailedAttempts: (terms.sharesFailedAttempts ?? false) && terms.maxAttempts > 1 }
}
