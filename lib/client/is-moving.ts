import type { ReplyOf } from './api.ts'

/** Whether the job, or the publication of its result, proceeds without the person. */
export function isMoving({ state, publication, policy_document: policy }: ReplyOf<'getJob'>): boolean {
  if (!['SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED'].includes(state)) return true
  if (state !== 'SETTLED') return false
  return publication ? publication.state === 'REQUESTED' : policy?.publication === 'automatic'
}
