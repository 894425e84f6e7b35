import type { ReplyOf } from '#lib/client/api.ts'

type Notification = Pick<ReplyOf<'listNotifications'>['data'][number], 'subject'>

/** The page of what a notification is about; the settings for sign-ins and the account. */
export function pageOfNotification({ subject: { type, id, agent_id: agent } }: Notification): string {
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
    default:
      return '/settings'
  }
}
