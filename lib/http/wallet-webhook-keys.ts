import { createPublicKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { deleteWebhookKey, findWebhookKey, saveWebhookKey } from '../data/webhook-keys.ts'
import { Failure } from '../domain/failure.ts'
import { web } from './web.ts'

const hourSeconds = 3_600
const known = new LRUCache<string, KeyObject>({ max: 100, ttl: hourSeconds * 1_000 })
const unknown = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000 })
/** Questions about ids that turned out unknown, by the network that named them, and over all networks. */
const perNetwork = new RateLimiterMemory({ points: 60, duration: hourSeconds })
const overall = new RateLimiterMemory({ points: 3_600, duration: hourSeconds })

/**
 * The key that the wallet provider publishes under an id; undefined for an unknown id. Keys are stored, so that neither
 * a silent provider nor a flood of invented ids keeps out what it signed. Each network may have the provider asked about
 * 60 unknown ids an hour.
 */
export async function webhookKeyOf(keyId: string, network: string): Promise<KeyObject | undefined> {
  const cached = known.get(keyId)
  if (cached) return cached
  if (unknown.has(keyId)) return undefined
  const der = (await storedKey(keyId)) ?? (await askAboutUnknown(keyId, network))
  if (!der) {
    unknown.set(keyId, true)
    return undefined
  }
  const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
  known.set(keyId, key)
  return key
}

/** A stored key; the provider confirms it once a day, if it answers. */
async function storedKey(keyId: string): Promise<Uint8Array | undefined> {
  const { db, wallets } = web().services
  const stored = await findWebhookKey(db, keyId)
  if (!stored || stored.isFresh) return stored?.publicKey
  try {
    const confirmed = await wallets.webhookKey(keyId)
    await (confirmed ? saveWebhookKey(db, keyId, confirmed) : deleteWebhookKey(db, keyId))
    return confirmed
  } catch {
    return stored.publicKey
  }
}

async function askAboutUnknown(keyId: string, network: string): Promise<Uint8Array | undefined> {
  const { db, wallets } = web().services
  await take(perNetwork, network)
  await take(overall, 'all')
  let isUnknown = false
  try {
    const der = await wallets.webhookKey(keyId)
    isUnknown = der === undefined
    if (der) await saveWebhookKey(db, keyId, der)
    return der
  } finally {
    if (!isUnknown) await Promise.all([perNetwork.reward(network, 1), overall.reward('all', 1)])
  }
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error
    const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
    throw new Failure('rate_limited', 'Too many unknown key ids were named.', { retryAfterSeconds })
  })
}
