import { Hono } from 'hono'
import type { HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import { nodeId } from '../json/node-id.ts'

/** Playing with the webhooks themselves. */
export function deliveryWorld(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.post('/ping', (c) => {
    const payload = { zen: 'Design for failure.', hook_id: host.app.id, hook: { type: 'App', id: host.app.id } }
    host.webhooks.emit({ event: 'ping', action: null, installationId: null, repositoryId: null, payload })
    return c.json({ node_id: nodeId('A', host.app.id) }, 202)
  })
  world.post('/deliveries/settle', async (c) => {
    await host.webhooks.settle()
    return c.body(null, 204)
  })
  return world
}
