import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Router } from '#lib/http/router.ts'

export type Delivered = { headers: Record<string, string>; body: string }

/** A place on the network for a service that runs in this process, so that webhooks find it. */
export type WebhookDoor = {
  url: string
  /** While true nobody answers. */
  isShut: boolean
  /** While true deliveries are taken, but the answers are lost. */
  isSilent: boolean
  /** Everything that was delivered, oldest first. */
  delivered: Delivered[]
  open: (router: Router) => void
  stop: () => Promise<void>
}

/** Listens at once; deliveries are refused until the door is opened to a service. */
export async function startWebhookDoor(): Promise<WebhookDoor> {
  let router: Router | undefined
  const server = createServer((request, response) => {
    if (door.isShut || !router) {
      response.destroy()
      return
    }
    const handle = router
    const pass = async () => {
      const body = await buffer(request)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      door.delivered.push({ headers, body: body.toString() })
      const answer = await handle(new Request(`http://localhost:3000${request.url}`, { method: 'POST', headers, body }))
      if (door.isSilent) {
        response.destroy()
        return
      }
      response.writeHead(answer.status)
      response.end(await answer.text())
    }
    pass().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the door has no port')
  const door: WebhookDoor = {
    url: `http://127.0.0.1:${address.port}/api/v1/webhooks/github/`,
    isShut: false,
    isSilent: false,
    delivered: [],
    open: (opened) => {
      router = opened
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return door
}
