import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Cuts connections whose request pauses before it is complete; what is being answered may take its time. */
export function cutPauses(server: Server, pauseMs: number) {
  const current = new WeakMap<Socket, IncomingMessage>()
  server.on('timeout', (socket) => {
    const isAnswering = current.get(socket)?.complete === true
    if (!isAnswering) socket.destroy()
  })
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { socket, headers } = request
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
    current.set(socket, request)
    response.once('close', () => current.delete(socket))
    socket.setTimeout(pauseMs)
  }
}
