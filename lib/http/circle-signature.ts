import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Delivery } from '../usecases/webhooks/receive-delivery.ts'
import { web } from './web.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const knownForMs = 24 * 3_600_000
const unknownForMs = 10 * 60_000
const rememberedMax = 1_000

type Remembered = { key: KeyObject | undefined; until: number }
const remembered = new Map<string, Remembered>()

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

/** Keys are kept by id for a day; ids that the provider does not know, for ten minutes. */
async function keyOf(keyId: string): Promise<KeyObject | undefined> {
  const known = remembered.get(keyId)
  if (known && known.until > Date.now()) return known.key
  const der = await web().services.wallets.webhookKey(keyId)
  const key = der && createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(keyId, { key, until: Date.now() + (key ? knownForMs : unknownForMs) })
  return key
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
