import type { Provider } from '../provider.ts'
import { type Delivery, deleteDelivery, listDueDeliveries, postponeDelivery } from '../store/subscriptions.ts'
import { type SigningKey, signatureHeaders } from './signing-key.ts'

const atOnce = 8
const attemptsMax = 20
const backoffMaxMs = 60_000

/** Sends what is due, and sends it again, ever more rarely, until it was accepted; true when there was anything. */
export async function deliverDue(provider: Provider, key: SigningKey, signal: AbortSignal): Promise<boolean> {
  const due = listDueDeliveries(provider.db, provider.now(), atOnce)
  await Promise.all(due.map((delivery) => deliver(provider, key, delivery, signal)))
  return due.length > 0
}

async function deliver(
  provider: Provider,
  key: SigningKey,
  delivery: Delivery & { endpoint: string },
  signal: AbortSignal,
): Promise<void> {
  const accepted = await post(provider, key, delivery, signal)
  if (signal.aborted && !accepted) return
  if (accepted || delivery.attempts + 1 >= attemptsMax) return deleteDelivery(provider.db, delivery.sequence)
  const pause = Math.min(provider.timing.webhookRetry * 2 ** delivery.attempts, backoffMaxMs)
  postponeDelivery(provider.db, delivery.sequence, provider.now().getTime() + pause)
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
      headers: { 'content-type': 'application/json', ...signatureHeaders(key, bytes) },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(provider.timing.webhookTimeout)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
