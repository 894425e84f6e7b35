import type { Action } from './action.ts'

export type ClientJobAction = 'cancel' | 'refund'

/** The call for the challenge with which the client's wallet ends a job. */
export function jobActionCall(id: bigint, action: ClientJobAction): Pick<Action, 'method' | 'href' | 'body'> {
  return { method: 'POST', href: `/api/v1/client/jobs/${id}/action-challenge/`, body: { action } }
}
