import { randomUUID } from 'node:crypto'
import type { Provider } from '../provider.ts'
import { type Delivery, deleteDelivery, listDueDeliveries, postponeDelivery } from '../store/subscriptions.ts'
import { type SigningKey, signatureHeaders } from './signing-key.ts'

const atOnce = 8
const attemptsMax = 20
const backoffMaxMs = 60_000

type Addressed = Delivery & { endpoint: string }

/** Sends what is due, and sends it again, ever more rarely, until it was accepted; true when there was anything. */
export async function deliverDue(provider: Provider, key: SigningKey, signal: AbortSignal): Promise<boolean> {
  const { silent, reorder } = provider.faults.show().webhooks ?? {}
  if (silent) return false
  const due = listDueDeliveries(provider.db, provider.now(), atOnce)
  if (reorder) return await deliverSwapped(provider, key, due, signal)
  await Promise.all(due.map((delivery) => deliver(provider, key, delivery, signal)))
  return due.length > 0
}

/** Of every two deliveries, the later one first; one alone waits for another. */
async function deliverSwapped(provider: Provider, key: SigningKey, due: Addressed[], signal: AbortSignal) {
  const [first, second] = due
  if (!first || !second) return false
  await deliver(provider, key, second, signal)
  await deliver(provider, key, first, signal)
  return true
}

async function deliver(provider: Provider, key: SigningKey, delivery: Addressed, signal: AbortSignal): Promise<void> {
  if (provider.faults.takeWebhook('drop')) return deleteDelivery(provider.db, delivery.sequence)
  const accepted = await post(provider, key, delivery, signal)
  if (signal.aborted && !accepted) return
  if (accepted) await repeat(provider, key, delivery, signal)
  if (accepted || delivery.attempts + 1 >= attemptsMax) return deleteDelivery(provider.db, delivery.sequence)
  const pause = Math.min(provider.timing.webhookRetry * 2 ** delivery.attempts, backoffMaxMs)
  postponeDelivery(provider.db, delivery.sequence, provider.now().getTime() + pause)
}

async function repeat(provider: Provider, key: SigningKey, delivery: Addressed, signal: AbortSignal): Promise<void> {
  const { duplicate = 0 } = provider.faults.show().webhooks ?? {}
  for (let times = 0; times < duplicate; times += 1) await post(provider, key, delivery, signal)
}

async function post(
  provider: Provider,
  key: SigningKey,
  { endpoint, body }: { endpoint: string; body: string },
  signal: AbortSignal,
): Promise<boolean> {
  const bytes = Buffer.from(body)
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json', ...proofOf(provider, key, bytes) },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(provider.timing.webhookTimeout)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

function proofOf(provider: Provider, key: SigningKey, bytes: Buffer): Record<string, string> {
  const isForged = provider.faults.takeWebhook('badSignature')
  const headers = signatureHeaders(key, isForged ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes)
  return provider.faults.takeWebhook('unknownKeyId') ? { ...headers, 'x-circle-key-id': randomUUID() } : headers
}
