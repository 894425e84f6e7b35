import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '#lib/data/database.ts'
import { recordEvent, sealEvents } from '#lib/data/events.ts'
import type { EventName } from '#lib/domain/event-name.ts'
import type { WorkerContext } from '#lib/usecases/context.ts'
import { claimWebhooks } from '#lib/usecases/webhook-endpoints/claim-webhooks.ts'
import { queueWebhooks } from '#lib/usecases/webhook-endpoints/queue-webhooks.ts'
import { sendWebhook } from '#lib/usecases/webhook-endpoints/send-webhook.ts'
import type { Person } from './people/person.ts'
import type { Service } from './service.ts'

/** Records something that happened to that person; the id of the event. */
export async function happen(
  service: Service,
  person: Person,
  name: EventName = 'draft.edited',
  id: string = crypto.randomUUID(),
): Promise<string> {
  const { user } = await person.call('getMe')
  const change = {
    actor: { kind: 'system' },
    subject: { type: 'draft', id } as const,
    userId: user.id,
    name,
  }
  return inTransaction(service.services.db, (tx) => recordEvent(tx, change))
}

/** Seals what happened, as the worker does. */
export async function sealAll(service: Service): Promise<void> {
  await wait(250)
  await inTransaction(service.services.db, (tx) => sealEvents(tx, 500))
}

/** Seals what happened and queues it for the endpoints, as the worker does. */
export async function queueAll(service: Service): Promise<void> {
  await sealAll(service)
  await queueWebhooks(service.context())
}

/** One attempt of everything that is due; how many there were. */
export async function sendDue(context: WorkerContext): Promise<number> {
  let sent = 0
  for (;;) {
    const claimed = await claimWebhooks(context, 100)
    if (claimed.length === 0) return sent
    await Promise.all(claimed.map((delivery) => sendWebhook(context, delivery)))
    sent += claimed.length
  }
}

/** Lets so much time pass for everything that waits. */
export async function passTime(service: Service, interval: string): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update webhook_deliveries set next_attempt_at = next_attempt_at - ${interval}::interval,
      leased_until = leased_until - ${interval}::interval, created_at = created_at - ${interval}::interval`
    await tx`update webhook_endpoints set failing_since = failing_since - ${interval}::interval,
      failed_at = failed_at - ${interval}::interval,
      previous_secret_until = previous_secret_until - ${interval}::interval`
  })
}

export type Endpoint = { id: string; secret: string }

export async function createEndpoint(person: Person, url: string, events?: 'all' | 'money'[]): Promise<Endpoint> {
  const body = { url, ...(events && { events }) }
  const { endpoint, signing_secret: secret } = await person.call('createWebhookEndpoint', { body })
  return { id: endpoint.id, secret }
}

export const paramsOf = ({ id }: Endpoint) => ({ params: { endpoint_id: id } })
