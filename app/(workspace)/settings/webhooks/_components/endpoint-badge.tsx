import { Badge } from '@mantine/core'
import { notificationsText } from '#app/_text/notifications.ts'
import { webhooksText as text } from '#app/_text/webhooks.ts'
import type { ReplyOf } from '#lib/client/api.ts'

export type WebhookEndpoint = ReplyOf<'getWebhookEndpoint'>

/** Whether anything is sent to the endpoint, and whether it arrives. */
export function EndpointBadge({ endpoint }: { endpoint: Pick<WebhookEndpoint, 'enabled' | 'failing_since'> }) {
  if (!endpoint.enabled) return <Badge color="gray">{text.disabled}</Badge>
  if (endpoint.failing_since) return <Badge color="red">{text.failing}</Badge>
  return <Badge color="teal">{text.enabled}</Badge>
}

/** The filter in words. */
export function eventsOf({ events }: Pick<WebhookEndpoint, 'events'>): string {
  return events === 'all' ? text.everything : events.map((kind) => notificationsText.kinds[kind]).join(', ')
}
