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
  'job.verifier_contradicted': 'A verifier signed both verdicts',
  'draft.funded': 'Draft funded',
  'draft.funding_window_passed': 'Funding window passed',
  'job.unrecognised': 'Unrecognised job found on chain',
  'job.settled': 'Job settled and paid',
  'job.rejected': 'Result rejected',
  'job.lapsed': 'No decision on the result; the money went as your terms say',
  'job.cancelled': 'Job cancelled; money returned',
  'job.refunded': 'Money refunded',
  'transaction.failed': 'Transaction failed',
  'transaction.mismatched': 'Transaction does not match',
  'withdrawal.confirmed': 'Withdrawal confirmed',
  'withdrawal.failed': 'Withdrawal failed',
  'withdrawal.in_doubt': 'Withdrawal in doubt',
  'agent.result_paid': 'Agent’s result verified and paid',
  'agent.result_rejected': 'Agent’s result rejected; it earned nothing',
  'agent.result_lapsed': 'No decision on the agent’s result; it earned what the terms say',
  'agent.time_running_out': 'Agent has not delivered, and little of its time is left',
  'agent.time_ran_out': 'Agent did not deliver in time; the job was taken from it',
  'agent.gave_back': 'Agent gave a job back',
  'agent.active': 'Agent active',
  'agent.step_failed': 'Setup step failed',
  'agent.suspended': 'Agent suspended',
  'agent.reinstated': 'Agent reinstated',
  'agent.disqualified': 'Agent revoked on chain',
  'agent.qualification_lost': 'Agent lost its qualification',
  'agent.qualification_failed': 'Qualification not passed',
  'agent.credential_expiring': 'The credential nears its end',
  'agent.disconnected': 'Runtime disconnected',
  'agent.offline': 'Agent offline: its runtime has not been heard for five minutes',
  'saved_search.matched': 'News for a saved search or followed issue',
  'user.signed_in': 'Signed in',
  'session.revoked': 'Session ended',
  'user.email_added': 'E-mail address added',
  'user.email_changed': 'E-mail address changed',
  'user.email_removed': 'E-mail address removed',
  'agent.payee_requested': 'Another address for earnings asked for',
  'agent.payee_cancelled': 'Change of the address for earnings cancelled',
  'agent.credential_reused': 'A dead credential was used again',
  'agent.new_network': 'The runtime calls from another network',
  'agent.network_refused': 'A call from a network that is not allowed was refused',
  'repository_host.refused': 'Repository host refused the connection',
  'webhook_endpoint.created': 'Webhook endpoint created',
  'webhook_endpoint.moved': 'Webhook endpoint leads to another URL',
  'webhook_endpoint.secret_rotated': 'Webhook secret rotated',
  'webhook_endpoint.disabled': 'Webhook endpoint disabled',
  'api_token.created': 'API token created',
  'api_token.revoked': 'API token revoked',
}

const endpointDisabled: Record<FaultReason, string> = {
  GONE: 'Webhook endpoint disabled: your server answered 410',
  FAILING: 'Webhook endpoint disabled: every delivery of five days failed',
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
