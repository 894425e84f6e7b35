import { once } from 'node:events'
import { createServer } from 'node:http'

/** Another origin on the same host, which notes what it is sent. */
export async function openTrap(host: string) {
  let seen = ''
  const server = createServer((request, response) => {
    seen += `${request.method} ${request.url} ${request.headers.authorization ?? ''}\n`
    request.resume()
    response.writeHead(404).end()
  })
  server.listen(0, host.replace(/^\[|\]$/g, ''))
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://${host}:${port}`,
    seen: () => seen,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
