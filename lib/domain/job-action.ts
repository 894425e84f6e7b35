import { at, type Step } from './step.ts'

export type ClientJobAction = 'cancel' | 'refund'

/** The call for the challenge with which the client's wallet ends a job. */
export function jobActionCall(id: bigint, action: ClientJobAction): Pick<Step, 'method' | 'href' | 'body'> {
  return { ...at('createActionChallenge', { onchain_job_id: id }), body: { action } }
}
