import type { EventName, PersonalEvent } from './event-name.ts'

export const notificationKinds = ['jobs', 'money', 'agents', 'issues', 'security'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * The events that make a notification. Money: a payment was made, or did not come about. Security: who can act as you, or
 * where your earnings go. Issues: what a saved search found. The others are outcomes of jobs that paid nothing, and
 * agents that need their owner.
 */
const kinds = {
  'job.expired': 'jobs',
  'job.attempt_rejected': 'jobs',
  'job.undispatchable': 'jobs',
  'job.published': 'jobs',
  'job.publication_failed': 'jobs',
  'job.sealed_differs': 'jobs',
  'job.verifier_contradicted': 'jobs',
  'draft.funded': 'money',
  'draft.funding_window_passed': 'money',
  'job.unrecognised': 'money',
  'job.settled': 'money',
  'job.rejected': 'money',
  'job.lapsed': 'money',
  'job.cancelled': 'money',
  'job.refunded': 'money',
  'transaction.failed': 'money',
  'transaction.mismatched': 'money',
  'withdrawal.confirmed': 'money',
  'withdrawal.failed': 'money',
  'withdrawal.in_doubt': 'money',
  'agent.result_paid': 'money',
  'agent.result_rejected': 'money',
  'agent.result_lapsed': 'money',
  'agent.time_running_out': 'jobs',
  'agent.time_ran_out': 'jobs',
  'agent.gave_back': 'jobs',
  'agent.active': 'agents',
  'agent.step_failed': 'agents',
  'agent.suspended': 'agents',
  'agent.reinstated': 'agents',
  'agent.disqualified': 'agents',
  'agent.qualification_lost': 'agents',
  'agent.qualification_failed': 'agents',
  'agent.credential_expiring': 'agents',
  'agent.disconnected': 'agents',
  'agent.offline': 'agents',
  'saved_search.matched': 'issues',
  'user.signed_in': 'security',
  'session.revoked': 'security',
  'user.email_added': 'security',
  'user.email_changed': 'security',
  'user.email_removed': 'security',
  'agent.payee_requested': 'security',
  'agent.payee_cancelled': 'security',
  'agent.credential_reused': 'security',
  'agent.new_network': 'security',
  'agent.network_refused': 'security',
  'repository_host.refused': 'security',
  'webhook_endpoint.created': 'security',
  'webhook_endpoint.moved': 'security',
  'webhook_endpoint.secret_rotated': 'security',
  'webhook_endpoint.disabled': 'security',
  'api_token.created': 'security',
  'api_token.revoked': 'security',
} as const satisfies Partial<Record<PersonalEvent, NotificationKind>>

export type NotifiedEvent = keyof typeof kinds
export const notifiedEvents = Object.keys(kinds) as NotifiedEvent[]

/** The kind of notification that an event makes; undefined for one that makes none. */
export function notificationKindOf(name: EventName): NotificationKind | undefined {
  return (kinds as Partial<Record<EventName, NotificationKind>>)[name]
}

/** Where a notification goes; each person may choose otherwise. */
export type Choice = { inbox: boolean; email: boolean }

/** Needs the person, was asked for, or is about money that came, went or did not; notifications about security go by e-mail besides. */
const mailed: ReadonlySet<NotifiedEvent> = new Set([
  'job.expired',
  'job.attempt_rejected',
  'job.publication_failed',
  'job.undispatchable',
  'job.sealed_differs',
  'job.verifier_contradicted',
  'job.unrecognised',
  'job.settled',
  'job.rejected',
  'job.lapsed',
  'job.refunded',
  'transaction.failed',
  'transaction.mismatched',
  'withdrawal.confirmed',
  'withdrawal.failed',
  'withdrawal.in_doubt',
  'agent.time_running_out',
  'agent.step_failed',
  'agent.suspended',
  'agent.disqualified',
  'agent.qualification_lost',
  'agent.qualification_failed',
  'agent.credential_expiring',
  'agent.disconnected',
  'agent.offline',
  'saved_search.matched',
])

/** Goes to the address that ends; an attacker in the account could otherwise turn it off first. */
const alwaysMailed: ReadonlySet<NotifiedEvent> = new Set(['user.email_changed', 'user.email_removed'])

export function defaultChoice(name: NotifiedEvent): Choice {
  return { inbox: true, email: kinds[name] === 'security' || mailed.has(name) }
}

/** What no one can turn off: security always shows in the inbox. */
export function isFixed(name: NotifiedEvent): { [Way in keyof Choice]: boolean } {
  return { inbox: kinds[name] === 'security', email: alwaysMailed.has(name) }
}
