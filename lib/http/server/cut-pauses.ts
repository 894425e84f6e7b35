import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Calls `cut` on connections whose request pauses before it is complete; what is being answered may take its time. */
export function cutPauses(
  server: Server,
  answering: ReadonlySet<ServerResponse>,
  options: { pauseMs: number; cut: (socket: Socket) => void },
) {
  server.on('timeout', (socket) => {
    const requests = [...answering].map(({ req }) => req).filter((request) => request.socket === socket)
    if (requests.some(({ complete }) => !complete)) options.cut(socket)
    else if (requests.length === 0) socket.destroy()
  })
  return ({ headers, socket }: IncomingMessage): void => {
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
    socket.setTimeout(options.pauseMs)
  }
}
