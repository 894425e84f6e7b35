import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { clientOf, openRpc } from './rpc.ts'

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

const open = (url: string) => openRpc({ url, requestsPerSecond: 10, batchSize: 1, headers: 'ethereum' })
const request = (url: string) => open(url)({ method: 'eth_blockNumber' })

test.concurrent('a node that never ends its answer is given up, and its connection closed', {
  timeout: 20_000,
}, async ({ expect }) => {
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

test.concurrent('a node that never begins its answer is given up as well', { timeout: 20_000 }, async ({ expect }) => {
  const url = await nodeThat(() => undefined)
  await expect(request(url)).rejects.toThrow()
})

test.concurrent('a request that its node did not answer in time is not sent to it again', {
  timeout: 20_000,
}, async ({ expect }) => {
  let asked = 0
  const url = await nodeThat(() => {
    asked += 1
  })
  await expect(clientOf(open(url)).getBlockNumber()).rejects.toThrow('HTTP request failed')
  expect(asked).toBe(1)
})

test('a node that wants to be left alone for an hour is no reason to wait for an hour', async () => {
  let asked = 0
  const url = await nodeThat((response) => {
    asked += 1
    response.writeHead(429, { 'retry-after': '3600' }).end()
  })
  await expect(clientOf(open(url)).getBlockNumber()).rejects.toThrow('Status: 429')
  expect(asked).toBe(1)
})

test.each([
  ['its status', (response: ServerResponse) => response.writeHead(429).end()],
  [
    'the code of a call',
    (response: ServerResponse) =>
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":429,"message":"compute units"}}'),
  ],
  [
    'the code of a limit',
    (response: ServerResponse) =>
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"rate limit exceeded"}}'),
  ],
])('a node that refuses by %s for too many requests is asked half as often', async (_, refuse) => {
  const arrivals: number[] = []
  const url = await nodeThat((response) => {
    arrivals.push(performance.now())
    refuse(response)
  })
  const requests = open(url)
  const ask = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => requests({ method: 'eth_blockNumber' })))
  await ask(1)
  await ask(10)
  const [, first, , , , , sixth] = arrivals
  // What goes on together is not sent together to the millisecond.
  expect((sixth ?? 0) - (first ?? 0)).toBeGreaterThan(500)
})

test('a request that was cut off is sent again', async () => {
  let asked = 0
  const url = await nodeThat((response) => {
    asked += 1
    if (asked === 1) response.destroy()
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7' }))
  })
  expect(await clientOf(open(url)).getBlockNumber()).toBe(7n)
})

test('what a node was asked before, and has lost, is sent to it again', async () => {
  const lost: ServerResponse[] = []
  const url = await nodeThat((response) => {
    if (lost.length === 0) lost.push(response)
    else response.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}')
  })
  const client = clientOf(open(url))
  const first = client.getChainId().catch((error: Error) => error)
  await expect.poll(() => lost.length).toBe(1)
  expect(await client.getChainId()).toBe(31_337)
  for (const response of lost) response.destroy()
  await first
})
