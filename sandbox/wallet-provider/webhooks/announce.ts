import { randomUUID } from 'node:crypto'
import type { Provider } from '../provider.ts'
import { insertDelivery, listSubscriptions, type Subscription } from '../store/subscriptions.ts'

/** Queues a notification for every subscription that wants its type, in the caller's database transaction. */
export function announce(provider: Provider, type: string, notification: object): void {
  for (const subscription of listSubscriptions(provider.db)) {
    if (subscription.enabled && wants(subscription, type)) announceTo(provider, subscription.id, type, notification)
  }
}

export function announceTo(provider: Provider, subscriptionId: string, type: string, notification: object): void {
  const body = {
    subscriptionId,
    notificationId: randomUUID(),
    notificationType: type,
    notification,
    timestamp: nanosecondTimestamp(provider.now()),
    version: 2,
  }
  insertDelivery(provider.db, subscriptionId, JSON.stringify(body), provider.now().getTime())
}

function wants({ types_json }: Subscription, type: string): boolean {
  const types: string[] = JSON.parse(types_json)
  return types.some((wanted) => wanted === '*' || wanted === type || wanted === `${type.split('.')[0]}.*`)
}

/** Webhooks carry nine digits of a second, unlike the rest of the API. */
function nanosecondTimestamp(date: Date): string {
  const below = String(process.hrtime.bigint() % 1_000_000n).padStart(6, '0')
  return date.toISOString().replace('Z', `${below}Z`)
}
