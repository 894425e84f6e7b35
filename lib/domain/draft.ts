import { clientAction } from './action.ts'
import { Failure } from './failure.ts'

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

/** The refusal of an edit, review or deletion that the draft's state forbids, with the way out. */
export function draftLocked(draft: { id: string; state: DraftState }): Failure {
  const href = `/api/v1/client/job-drafts/${draft.id}/`
  const ways = {
    LOCKED: clientAction('review', 'Review the draft again to unlock it.', 'POST', `${href}review/`),
    FUNDING: clientAction('wait', 'Wait for the funding to land or for its window to pass.', 'GET', href),
    FUNDED: clientAction(
      'open_job',
      'Open the funded job; cancel it there while nobody works on it.',
      'GET',
      '/api/v1/client/jobs/',
    ),
    DRAFT: clientAction('review', 'Review the draft.', 'POST', `${href}review/`),
    READY: clientAction('edit', 'Edit the draft.', 'PATCH', href),
  } as const satisfies Record<DraftState, unknown>
  return new Failure('draft_locked', `The draft is ${draft.state} and cannot be changed.`, {
    nextActions: [ways[draft.state]],
  })
}
