import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

/** What a stranger runs to receive webhooks; it answers 204 until set otherwise. */
export type WebhookReceiver = {
  url: string
  /** Every request, the oldest first. */
  received: Received[]
  answer: (response: ServerResponse, request: Received) => unknown
  stop: () => Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (incoming, response) => {
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: await text(incoming), at: Date.now() }
    receiver.received.push(request)
    receiver.answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    received: [],
    answer: answerWith(204),
    stop: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return receiver
}

/** An answer of that status at once. */
export function answerWith(status: number, headers: Record<string, string> = {}, body = '') {
  return (response: ServerResponse) => response.writeHead(status, headers).end(body)
}

/** Whether one of the signatures is right, as the specification of Standard Webhooks has it. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', key).update(signed).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}
