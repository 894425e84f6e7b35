import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { inTransaction } from '../store/database.ts'
import {
  deleteSubscription,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  type Subscription,
  updateSubscription,
} from '../store/subscriptions.ts'
import { announceTo } from '../webhooks/announce.ts'
import type { SigningKey } from '../webhooks/signing-key.ts'
import type { WireEnv } from '../wire/authentication.ts'
import { invalidParameter, WireError } from '../wire/errors.ts'
import { readBody, readId } from '../wire/request.ts'
import { toWireSubscription } from '../wire/shapes.ts'

const subscriptionsMax = 20
const createBody = z.object({
  endpoint: z.url({ protocol: /^https?$/ }),
  notificationTypes: z
    .array(z.string().regex(/^(\*|webhooks\.test|(transactions|challenges)\.(\*|[a-zA-Z]+))$/))
    .optional(),
})
const updateBody = z.object({ name: z.string().min(1).optional(), enabled: z.boolean().optional() })

/** Webhook subscriptions and the public key that proves their deliveries. */
export function notificationRoutes(provider: Provider, key: SigningKey): Hono<WireEnv> {
  const routes = new Hono<WireEnv>()

  routes.post('/subscriptions', async (c) => {
    const body = await readBody(c, createBody)
    if (listSubscriptions(provider.db).length >= subscriptionsMax)
      throw invalidParameter('endpoint', `there are ${subscriptionsMax} subscriptions already`)
    await assertAnswersHead(provider, body.endpoint)
    const subscription = toRow(provider, body)
    inTransaction(provider.db, () => {
      insertSubscription(provider.db, subscription)
      announceTo(provider, subscription.id, 'webhooks.test', { hello: 'world' })
    })
    provider.wake()
    return c.json({ data: toWireSubscription(subscription) }, 201)
  })

  routes.get('/subscriptions', (c) => c.json({ data: listSubscriptions(provider.db).map(toWireSubscription) }))

  routes.get('/subscriptions/:id', (c) => c.json({ data: toWireSubscription(requireSubscription(provider, c)) }))

  routes.patch('/subscriptions/:id', async (c) => {
    const row = requireSubscription(provider, c)
    const { name = row.name, enabled = row.enabled === 1 } = await readBody(c, updateBody)
    if (enabled) await assertAnswersHead(provider, row.endpoint)
    const changed = { ...row, name, enabled: Number(enabled), updated_at: provider.now().getTime() }
    updateSubscription(provider.db, changed)
    provider.wake()
    return c.json({ data: toWireSubscription(changed) })
  })

  routes.delete('/subscriptions/:id', (c) => {
    if (!deleteSubscription(provider.db, readId(c))) throw new WireError(156010)
    return c.body(null, 204)
  })

  routes.get('/publicKey/:id', (c) => {
    if (readId(c) !== key.id) throw new WireError(156010)
    const { id, publicKey, createDate } = key
    return c.json({ data: { id, algorithm: 'ECDSA_SHA_256', publicKey, createDate } })
  })

  return routes
}

/** An endpoint that cannot be reached, or does not know HEAD, is refused. */
async function assertAnswersHead(provider: Provider, endpoint: string): Promise<void> {
  const signal = AbortSignal.timeout(provider.timing.webhookTimeout)
  const response = await fetch(endpoint, { method: 'HEAD', redirect: 'manual', signal }).catch(() => undefined)
  if (!response?.ok)
    throw invalidParameter('endpoint', 'the endpoint does not answer HEAD requests with success', endpoint)
}

function toRow(provider: Provider, { endpoint, notificationTypes = ['*'] }: z.output<typeof createBody>): Subscription {
  const id = randomUUID()
  const now = provider.now().getTime()
  const types_json = JSON.stringify(notificationTypes.length > 0 ? notificationTypes : ['*'])
  return { id, name: `webhook-${id.slice(0, 8)}`, endpoint, enabled: 1, types_json, created_at: now, updated_at: now }
}

function requireSubscription(provider: Provider, c: Context): Subscription {
  const subscription = findSubscription(provider.db, readId(c))
  if (!subscription) throw new WireError(156010)
  return subscription
}
