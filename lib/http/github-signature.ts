import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import type { Delivery } from '../usecases/webhooks/receive-delivery.ts'
import { web } from './web.ts'

const signaturePattern = /^sha256=([0-9a-f]{64})$/
const idPattern = /^[\w-]{8,100}$/

/** The delivery, when one of the active secrets signed exactly these bytes; `signature_invalid` otherwise. */
export function verifyGithubDelivery(request: Request, bytes: Uint8Array): Delivery {
  const signature = signaturePattern.exec(request.headers.get('x-hub-signature-256') ?? '')?.[1]
  const deliveryId = request.headers.get('x-github-delivery') ?? ''
  const isSigned =
    signature !== undefined && web().env.GITHUB_WEBHOOK_SECRETS.some((secret) => isSignedBy(secret, bytes, signature))
  if (!isSigned || !idPattern.test(deliveryId))
    throw new Failure('signature_invalid', 'X-Hub-Signature-256 does not sign this body.')
  const eventType = (request.headers.get('x-github-event') ?? 'unknown').slice(0, 100)
  return { provider: 'github', deliveryId, eventType, body: bytes }
}

function isSignedBy(secret: string, bytes: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(bytes).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
