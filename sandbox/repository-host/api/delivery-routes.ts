import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toDeliveryJson, toDetailedDeliveryJson } from '../json/delivery.ts'
import { type Delivery, findDelivery, listDeliveries } from '../store/deliveries.ts'
import { assertApp } from './app-routes.ts'
import { ApiError, notFound } from './errors.ts'
import { type HostContext, type HostEnv, readNumber, readPage } from './request.ts'

/** The App's webhook settings and the log of what was delivered. */
export function deliveryRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/app/hook/config', (c) => {
    assertApp(c)
    return c.json({ content_type: 'json', insecure_ssl: '0', secret: '********', url: host.app.webhookUrl ?? '' })
  })
  routes.get('/app/hook/deliveries', (c) => {
    assertApp(c)
    const { limit } = readPage(c)
    const deliveries = listDeliveries(host.db, limit, readCursor(c))
    const last = deliveries.at(-1)
    if (last && deliveries.length === limit) {
      const cursor = Buffer.from(`v1_${last.id}`).toString('base64url')
      c.header('link', `<${host.apiUrl}/app/hook/deliveries?per_page=${limit}&cursor=${cursor}>; rel="next"`)
    }
    return c.json(deliveries.map(toDeliveryJson))
  })
  routes.get('/app/hook/deliveries/:delivery_id', (c) => c.json(toDetailedDeliveryJson(requireDelivery(host, c))))
  routes.post('/app/hook/deliveries/:delivery_id/attempts', (c) => {
    host.webhooks.redeliver(requireDelivery(host, c))
    return c.json({}, 202)
  })
  return routes
}

function readCursor(c: HostContext): number | undefined {
  const cursor = c.req.query('cursor')
  if (!cursor) return undefined
  const [, id] = /^v1_(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (!id) throw new ApiError(422, 'Invalid cursor')
  return Number(id)
}

function requireDelivery(host: Host, c: HostContext): Delivery {
  assertApp(c)
  const delivery = findDelivery(host.db, readNumber(c, 'delivery_id'))
  if (!delivery) throw notFound()
  return delivery
}
