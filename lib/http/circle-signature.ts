import { verify } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Delivery } from '../usecases/webhooks/receive-delivery.ts'
import { networkOf } from './network-of.ts'
import { peerOf } from './peer.ts'
import { webhookKeyOf } from './wallet-webhook-keys.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The delivery, when the key that the provider publishes under the named id signed exactly these bytes. */
export async function verifyWalletDelivery(request: Request, bytes: Uint8Array): Promise<Delivery> {
  const keyId = request.headers.get('x-circle-key-id') ?? ''
  const signature = request.headers.get('x-circle-signature') ?? ''
  const key =
    uuid.test(keyId) && signature.length <= 200 ? await webhookKeyOf(keyId, networkOf(peerOf(request))) : undefined
  if (!key || !verify('sha256', bytes, key, Buffer.from(signature, 'base64'))) {
    throw new Failure('signature_invalid', 'X-Circle-Signature does not sign this body.')
  }
  const envelope = readEnvelope(bytes)
  return { provider: 'wallet', deliveryId: envelope.notificationId, eventType: envelope.notificationType, body: bytes }
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
