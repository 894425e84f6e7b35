import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Connections on which nothing was asked for so long after the stop began are cut. */
const quietMs = 1_000
/** What is still being answered so long after the stop began is cut. */
const answeringMs = 10_000

export type Drain = {
  /** Takes note of a response that is under way; once the server stops, its connection ends with it. */
  note: (response: ServerResponse) => void
  /** Takes no connection any more, lets what was asked be answered, and resolves when every connection has ended. */
  stop: () => Promise<void>
}

/** Ends a server without cutting what it is answering. Idle connections, and such as never asked anything, hold nothing up. */
export function drainOf(server: Server, answering: ReadonlySet<ServerResponse>): Drain {
  const sockets = new Set<Socket>()
  let isStopping = false

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function sayGoodbye(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }

  function cutQuiet(): void {
    const busy = new Set([...answering].map(({ req }) => req.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
  }

  return {
    note(response) {
      if (isStopping) sayGoodbye(response)
    },
    async stop() {
      isStopping = true
      const closed = new Promise((resolve) => server.close(resolve))
      for (const response of answering) sayGoodbye(response)
      const quiet = setInterval(cutQuiet, quietMs)
      const late = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, answeringMs)
      await closed
      clearInterval(quiet)
      clearTimeout(late)
    },
  }
}
