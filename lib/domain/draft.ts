import { Failure } from './failure.ts'
import { at, type Step, step } from './step.ts'
import type { TransactionPurpose, TransactionState } from './transaction.ts'

export const draftStates = ['DRAFT', 'READY', 'LOCKED', 'FUNDING', 'FUNDED'] as const
export type DraftState = (typeof draftStates)[number]

/** So long a deleted draft can be brought back. */
export const draftRestoreMinutes = 10

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
export const addMoney = step(
  'client',
  'add_money',
  'Send what is missing to the wallet’s address, then fund the job.',
  at('getWallet'),
)

/** What the client can do with a draft now; each of these is accepted in the state in which it is offered. */
export function draftActions(facts: DraftFacts): Step[] {
  const { id, state, live, onchainJobId } = facts
  if (state === 'FUNDED')
    return onchainJobId === null
      ? []
      : [step('client', 'open_job', 'Open the job.', at('getJob', { onchain_job_id: onchainJobId }))]
  if (live) return [continuation(facts, live)]
  // A new approval of a READY draft freezes new terms.
  const until = state === 'READY' ? null : facts.fundBy
  const offers: Record<DraftOperation, Step> = {
    approve: { ...approveStep(id, 'Approve the exact amount.'), until },
    fund: { ...fundStep(id, 'Fund the job.'), until },
    review: reviewStep(id, 'Review the draft.'),
    edit: step('client', 'edit', 'Edit the draft.', at('updateDraft', { id })),
    delete: step('client', 'delete', 'Delete the draft.', at('deleteDraft', { id })),
  }
  if (state === 'READY' && facts.otherUnderPayment)
    offers.approve = step(
      'client',
      'open_other_draft',
      'Finish the payment of the other draft first.',
      at('getDraft', { id: facts.otherUnderPayment }),
    )
  if (state === 'LOCKED' && facts.means === 'short') offers.fund = { ...addMoney, until }
  const unneeded = state !== 'LOCKED' ? undefined : facts.means === 'unapproved' ? 'fund' : 'approve'
  return accepted[state].filter((operation) => operation !== unneeded).map((operation) => offers[operation])
}

/** A payment under way is approved in the wallet or followed; everything else waits for its end. */
function continuation({ id, fundBy }: DraftFacts, live: LivePayment): Step {
  const until = fundBy
  if (live.state !== 'INTENT' && live.state !== 'CHALLENGE_ISSUED') {
    return { ...followStep(live.id, 'Follow the transaction to its end.'), until }
  }
  return live.purpose === 'APPROVAL'
    ? { ...approveStep(id, 'Continue the approval.'), until }
    : { ...fundStep(id, 'Continue the funding.'), until }
}

export function readDraftStep(id: string, text: string): Step {
  return step('client', 'read_draft', text, at('getDraft', { id }))
}

export function reviewStep(id: string, text: string): Step {
  return step('client', 'review', text, at('reviewDraft', { id }))
}

export function approveStep(id: string, text: string): Step {
  return step('client', 'approve', text, at('createApprovalChallenge', { id }))
}

function fundStep(id: string, text: string): Step {
  return step('client', 'fund', text, at('createFundingChallenge', { id }))
}

/** Waits for the end of a transaction. */
export function followStep(id: string, text: string): Step {
  return step('client', 'follow_transaction', text, at('getTransaction', { transaction_id: id }))
}

type LockedDraft = { draft: Pick<DraftFacts, 'id' | 'state'> } & Pick<DraftFacts, 'live' | 'onchainJobId'>

/** The refusal of an edit, review or deletion that the draft's state or its payment forbids, with the way out. */
export function draftLocked({ draft: { id, state }, live, onchainJobId }: LockedDraft): Failure {
  if (live) return paymentLive(live)
  const ways = {
    LOCKED: reviewStep(id, 'Review the draft again to unlock it.'),
    FUNDING: step('client', 'wait', 'Wait until the funding is confirmed or expires.', at('getDraft', { id })),
    FUNDED: step(
      'client',
      'open_job',
      'Open the funded job; cancel it there while nobody works on it.',
      onchainJobId === null ? at('listJobs') : at('getJob', { onchain_job_id: onchainJobId }),
    ),
    DRAFT: reviewStep(id, 'Review the draft.'),
    READY: step('client', 'edit', 'Edit the draft.', at('updateDraft', { id })),
  } as const satisfies Record<DraftState, unknown>
  return new Failure('draft_locked', `The draft is ${state} and cannot be changed.`, { nextActions: [ways[state]] })
}

/** The refusal of whatever a payment under way forbids; `until` says when one that nobody approves is over. */
export function paymentLive({ id, purpose, state, challengeExpiresAt }: LivePayment): Failure {
  const name = purpose.toLowerCase()
  if (state !== 'INTENT' && state !== 'CHALLENGE_ISSUED')
    return new Failure('draft_locked', `The draft’s ${name} is already on its way to the chain.`, {
      nextActions: [followStep(id, 'Wait until it ends.')],
    })
  const until = challengeExpiresAt?.toISOString() ?? null
  const message = `The draft’s ${name} is waiting for you in the wallet${until ? ` until ${until}` : ''}.`
  const text = 'Confirm it in the wallet, or wait until it expires.'
  return new Failure('draft_locked', message, {
    nextActions: [{ ...followStep(id, text), until }],
  })
}

/** Failed attempts are shared with the worker of a later one, so only where there can be one. */
export function sharing(terms: { sharesFailedAttempts?: boolean; maxAttempts: number }): {
  sharesFailedAttempts: boolean
} {
  return { sharesFailedAttempts: (terms.sharesFailedAttempts ?? false) && terms.maxAttempts > 1 }
}
