import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { openRpc } from './rpc.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** The port of a node that answers everything like this. */
async function nodeThat(answers: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answers(response))
  servers.push(server)
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const request = (url: string) => {
  const ask = openRpc({ url, requestsPerSecond: 10, batchSize: 1, headers: 'ethereum' })
  return ask({ method: 'eth_blockNumber' })
}

test.concurrent('a node that never ends its answer is given up, and its connection closed', {
  timeout: 20_000,
}, async () => {
  let isClosed = false
  const url = await nodeThat((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 200)
    response.on('close', () => {
      isClosed = true
      clearInterval(drip)
    })
  })
  await expect(request(url)).rejects.toThrow('HTTP request failed')
  await expect.poll(() => isClosed).toBe(true)
})

test.concurrent('a node that never begins its answer is given up as well', { timeout: 20_000 }, async () => {
  const url = await nodeThat(() => undefined)
  await expect(request(url)).rejects.toThrow()
})
