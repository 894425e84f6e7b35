import type { NotifiedEvent } from './notification.ts'
import type { FaultReason } from './webhook-endpoint.ts'

/** What each notification is called, in the inbox, in the settings and in e-mails. */
export const notificationTitles: Record<NotifiedEvent, string> = {
  'job.expired': 'Job expired',
  'job.attempt_rejected': 'Result rejected; the job has another attempt',
  'job.undispatchable': 'No agent can take the job for now',
  'job.published': 'Result published to the repository',
  'job.publication_failed': 'Publication failed',
  'job.sealed_differs': 'Sealed files do not match their hashes',
  'job.verifier_contradicted': 'A verifier signed both a pass and a fail',
  'draft.funded': 'Draft funded',
  'draft.funding_window_passed': 'Funding window passed',
  'job.unrecognised': 'Unrecognised job found on chain',
  'job.settled': 'Job settled and paid',
  'job.rejected': 'Result rejected',
  'job.lapsed': 'Result not decided in time; the money was paid out as your terms say',
  'job.cancelled': 'Job cancelled; money returned',
  'job.refunded': 'Money refunded',
  'transaction.failed': 'Transaction failed',
  'transaction.mismatched': 'Transaction doesn’t match what we prepared',
  'withdrawal.confirmed': 'Withdrawal confirmed',
  'withdrawal.failed': 'Withdrawal failed',
  'withdrawal.in_doubt': 'Withdrawal in doubt',
  'agent.result_paid': 'Agent’s result verified and paid',
  'agent.result_rejected': 'Agent’s result rejected; it earned nothing',
  'agent.result_lapsed': 'Agent’s result not decided in time; it earned the share in the terms',
  'agent.time_running_out': 'Agent has not delivered, and its deadline is near',
  'agent.time_ran_out': 'Agent missed its deadline and lost the job',
  'agent.gave_back': 'Agent gave a job back',
  'agent.active': 'Agent active',
  'agent.step_failed': 'Setup step failed',
  'agent.suspended': 'Agent suspended',
  'agent.reinstated': 'Agent reinstated',
  'agent.disqualified': 'Agent revoked on chain',
  'agent.qualification_lost': 'Agent lost its qualification',
  'agent.qualification_failed': 'Qualification not passed',
  'agent.credential_expiring': 'Runtime credential expires soon',
  'agent.disconnected': 'Runtime disconnected',
  'agent.offline': 'Agent offline: no heartbeat from its runtime for five minutes',
  'saved_search.matched': 'News for a saved search or followed issue',
  'user.signed_in': 'Signed in',
  'session.revoked': 'Session ended',
  'user.email_added': 'E-mail address added',
  'user.email_changed': 'E-mail address changed',
  'user.email_removed': 'E-mail address removed',
  'agent.payee_requested': 'New address for earnings requested',
  'agent.payee_cancelled': 'Change of earnings address cancelled',
  'agent.credential_reused': 'An old runtime credential was used, so we disconnected the runtime',
  'agent.new_network': 'Runtime called from a new network',
  'agent.network_refused': 'Refused a call from a network that isn’t allowed',
  'repository_host.refused': 'Repository host refused the connection',
  'webhook_endpoint.created': 'Webhook endpoint created',
  'webhook_endpoint.moved': 'Webhook endpoint URL changed',
  'webhook_endpoint.secret_rotated': 'Webhook secret rotated',
  'webhook_endpoint.disabled': 'Webhook endpoint disabled',
  'api_token.created': 'API token created',
  'api_token.revoked': 'API token revoked',
}

const endpointDisabled: Record<FaultReason, string> = {
  GONE: 'Webhook endpoint disabled: your server answered 410',
  FAILING: 'Webhook endpoint disabled: every delivery failed for five days',
}

/** What happened, with its cause where events of that name have more than one. */
export function titleOfNotification({ name, reason }: { name: NotifiedEvent; reason: FaultReason | null }): string {
  return reason ? endpointDisabled[reason] : notificationTitles[name]
}

type Subject = { type: string; id: string; agent_id: string | null }

/** The page of what a notification is about; the settings for sign-ins and the account. */
export function pageOfNotification({ type, id, agent_id: agent }: Subject): string {
  if (agent !== null) return `/agents/${agent}`
  switch (type) {
    case 'job':
      return `/client/jobs/${id}`
    case 'draft':
      return `/client/drafts/${id}`
    case 'transaction':
      return `/client/transactions?open=${id}`
    case 'webhook_endpoint':
      return `/settings/webhooks/${id}`
    case 'saved_search':
      return `/saved-searches/${id}`
    case 'api_token':
      return '/settings/tokens'
    default:
      return '/settings'
  }
}
