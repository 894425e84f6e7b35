import type { WithdrawalState } from './agent.ts'
import type { JobState } from './job.ts'
import type { TransactionState } from './transaction.ts'

/** What happens to people’s own things, beside moves from state to state. */
type Happening =
  | 'user.created'
  | 'user.signed_in'
  | 'user.signed_out'
  | 'user.capability_added'
  | 'session.revoked'
  | 'wallet.verified'
  | 'wallet.owner_registered'
  | 'wallet.test_money_requested'
  | 'installation.connected'
  | 'installation.disconnected'
  | 'installation.suspended'
  | 'installation.resumed'
  | 'installation.requested'
  | 'repository_host.connected'
  | 'repository_host.refused'
  | 'repository.opened'
  | 'repository.closed'
  | 'repository.changed'
  | 'draft.created'
  | 'draft.edited'
  | 'draft.reviewed'
  | 'draft.locked'
  | 'draft.funding'
  | 'draft.funding_window_passed'
  | 'draft.funded'
  | 'draft.deleted'
  | 'draft.probe_started'
  | 'draft.probe_ended'
  | 'draft.read_access_given'
  | 'transaction.intended'
  | 'job.funded'
  | 'job.unrecognised'
  | 'job.offered'
  | 'job.offer_accepted'
  | 'job.result_delivered'
  | 'job.release_objected'
  | 'job.verifier_contradicted'
  | 'job.retry_requested'
  | 'job.publication_requested'
  | 'job.read_access_given'
  | 'job.cancel_failed'
  | 'job.refund_failed'
  | 'job.published'
  | 'job.publication_failed'
  | 'job.panel_drawn'
  | 'job.verdict_given'
  | 'job.sealed_differs'
  | 'agent.created'
  | 'agent.changed'
  | 'agent.pairing_started'
  | 'agent.paired'
  | 'agent.wallet_created'
  | 'agent.authorised'
  | 'agent.qualification_passed'
  | 'agent.qualification_failed'
  | 'agent.step_done'
  | 'agent.step_failed'
  | 'agent.active'
  | 'agent.suspended'
  | 'agent.reinstated'
  | 'agent.disqualified'
  | 'agent.qualification_lost'
  | 'agent.disconnected'
  | 'agent.offline'
  | 'agent.pairing_failed'
  | 'agent.credential_issued'
  | 'agent.credential_offered'
  | 'agent.credential_live'
  | 'agent.credential_rotated'
  | 'agent.credential_retired'
  | 'agent.credential_revoked'
  | 'agent.credential_expiring'
  | 'agent.payee_requested'
  | 'agent.payee_cancelled'
  | 'agent.new_network'
  | 'agent.network_refused'
  | 'agent.credential_reused'
  | 'withdrawal.intended'

/** Pages have a text for each. */
export type PersonalEvent =
  | Happening
  | `transaction.${Lowercase<TransactionState>}`
  | `withdrawal.${Lowercase<WithdrawalState>}`
  | `job.${Lowercase<JobState>}`

/** What operators read. */
type SystemEvent =
  | 'chain.resumed'
  | 'dispatch.paused'
  | 'dispatch.resumed'
  | 'shadow_seat.given'
  | 'shadow_seat.answered'
  | 'shadow_seat.ended'
  | 'shadow_seat.record_doubted'
  | 'wallet.outflow_without_record'
  | 'operations.story_read'
  | 'operations.reindexed'
  | 'operations.dead_letters_retried'

export type EventName = PersonalEvent | SystemEvent

/** The event of a move to that state. */
export function movedTo<Subject extends string, State extends string>(
  subject: Subject,
  state: State,
): `${Subject}.${Lowercase<State>}` {
  return `${subject}.${state.toLowerCase() as Lowercase<State>}`
}
