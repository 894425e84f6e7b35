import type { DeliveryRow } from '../../data/webhook-inbox.ts'
import { isStorable } from '../../domain/storable.ts'

type Body = Record<string, unknown>

/** What a delivery claims; nothing where it is not JSON of an object. */
export function parseBody(bytes: Uint8Array): Body {
  try {
    return objectOf(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return {}
  }
}

/** Whose doing a delivery is by its own word; null where it does not say. */
export function accountOf(provider: DeliveryRow['provider'], body: Body): string | null {
  const ids =
    provider === 'github'
      ? [objectOf(body.installation).id, objectOf(objectOf(body.repository).owner).id, objectOf(body.sender).id]
      : [objectOf(body.notification).userId]
  const id = ids.find((one) => typeof one === 'string' || typeof one === 'number')
  const account = `${provider}/${id}`.slice(0, 100)
  return id !== undefined && isStorable(account) ? account : null
}

function objectOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
