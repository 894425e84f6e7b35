import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Delivery } from '../usecases/webhooks/receive-delivery.ts'
import { web } from './web.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const knownForMs = 24 * 3_600_000
const unknownForMs = 10 * 60_000
const unknownMax = 1_000
const unknownLookUpsPerHour = 60

const known = new Map<string, { key: KeyObject; until: number }>()
const unknown = new Map<string, number>()
let lookUps = { unknown: 0, since: 0 }

/** The delivery, when the key that the provider publishes under the named id signed exactly these bytes. */
export async function verifyWalletDelivery(request: Request, bytes: Uint8Array): Promise<Delivery> {
  const keyId = request.headers.get('x-circle-key-id') ?? ''
  const signature = request.headers.get('x-circle-signature') ?? ''
  const key = uuid.test(keyId) && signature.length <= 200 ? await keyOf(keyId) : undefined
  if (!key || !verify('sha256', bytes, key, Buffer.from(signature, 'base64'))) {
    throw new Failure('signature_invalid', 'X-Circle-Signature does not sign this body.')
  }
  const envelope = readEnvelope(bytes)
  return { provider: 'wallet', deliveryId: envelope.notificationId, eventType: envelope.notificationType, body: bytes }
}

/**
 * Keys are kept by id for a day; ids that the provider does not know, for ten minutes. Callers who invent ids can make it
 * be asked 60 times an hour, no more; then the answer is to try later, which the provider itself does.
 */
async function keyOf(keyId: string): Promise<KeyObject | undefined> {
  const kept = known.get(keyId)
  if (kept && kept.until > Date.now()) return kept.key
  if ((unknown.get(keyId) ?? 0) > Date.now()) return undefined
  const used = takeLookUp()
  const der = await web()
    .services.wallets.webhookKey(keyId)
    .catch((error: unknown) => {
      used.unknown -= 1
      throw error
    })
  if (!der) {
    if (unknown.size >= unknownMax) unknown.clear()
    unknown.set(keyId, Date.now() + unknownForMs)
    return undefined
  }
  used.unknown -= 1
  const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
  known.set(keyId, { key, until: Date.now() + knownForMs })
  return key
}

function takeLookUp(): { unknown: number } {
  if (Date.now() - lookUps.since > 3_600_000) lookUps = { unknown: 0, since: Date.now() }
  if (lookUps.unknown >= unknownLookUpsPerHour)
    throw new Failure('rate_limited', 'Too many unknown key ids were named.', { retryAfterSeconds: 60 })
  lookUps.unknown += 1
  return lookUps
}

function readEnvelope(bytes: Uint8Array): { notificationId: string; notificationType: string } {
  try {
    const envelope = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>
    if (typeof envelope.notificationId === 'string' && envelope.notificationId.length <= 100) {
      return {
        notificationId: envelope.notificationId,
        notificationType: String(envelope.notificationType).slice(0, 100),
      }
    }
  } catch {}
  throw new Failure('invalid_request', 'The body is not a notification.')
}
