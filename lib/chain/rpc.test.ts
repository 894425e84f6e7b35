import { createServer, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { isAskedTooOften } from './revert.ts'
import { clientOf, openRpc } from './rpc.ts'
import { timelyHttp } from './timely-http.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

type Call = { id: number; method: string }

/** The address of a node that answers everything like this. */
async function nodeThat(answers: (response: ServerResponse, asked: Call & Call[]) => void): Promise<string> {
  const server = createServer(async (incoming, response) => answers(response, (await json(incoming)) as Call & Call[]))
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
    (response: ServerResponse, { id }: Call) =>
      response.end(`{"jsonrpc":"2.0","id":${id},"error":{"code":429,"message":"compute units"}}`),
  ],
  [
    'the code of a limit',
    (response: ServerResponse, { id }: Call) =>
      response.end(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32005,"message":"rate limit exceeded"}}`),
  ],
])('a node that refuses by %s for too many requests is asked half as often', async (_, refuse) => {
  const arrivals: number[] = []
  const url = await nodeThat((response, asked) => {
    arrivals.push(performance.now())
    refuse(response, asked)
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
  const url = await nodeThat((response, { id }) => {
    asked += 1
    if (asked === 1) response.destroy()
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x7' }))
  })
  expect(await clientOf(open(url)).getBlockNumber()).toBe(7n)
})

test('what a node was asked before, and has lost, is sent to it again', async () => {
  const lost: ServerResponse[] = []
  const url = await nodeThat((response, { id }) => {
    if (lost.length === 0) lost.push(response)
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x7a69' }))
  })
  const client = clientOf(open(url))
  const first = client.getChainId().catch((error: Error) => error)
  await expect.poll(() => lost.length).toBe(1)
  expect(await client.getChainId()).toBe(31_337)
  for (const response of lost) response.destroy()
  await first
})

test('an answer that does not end is read no further than 32 MiB, and not asked for again', async () => {
  let asked = 0
  let sentMiB = 0
  const url = await nodeThat((response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    const part = Buffer.alloc(2 ** 20, ' ')
    const send = () => {
      while (!response.destroyed && sentMiB < 200) {
        sentMiB += 1
        if (!response.write(part)) return
      }
    }
    response.on('drain', send)
    send()
  })
  await expect(clientOf(open(url)).getBlockNumber()).rejects.toThrow('It answers with more than 32 MiB.')
  expect(asked).toBe(1)
  expect(sentMiB).toBeLessThan(64)
})

const answerTo = ({ id }: Call, result = '0x7a69') => ({ jsonrpc: '2.0', id, result })

test('what a node answers under the id of another request is not believed', async () => {
  const url = await nodeThat((response, { id, method }) =>
    response.end(JSON.stringify(answerTo({ id: id + 1, method }))),
  )
  await expect(clientOf(open(url)).getChainId()).rejects.toThrow('It answers a request under the id of another one.')
})

test('a refusal of what is no request at all has no id, and is a refusal all the same', async () => {
  const error = { code: -32_600, message: 'invalid request' }
  const url = await nodeThat((response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error })))
  await expect(clientOf(open(url)).getChainId()).rejects.toThrow('invalid request')
})

const both = (url: string) => {
  const client = clientOf(openRpc({ url, requestsPerSecond: 10, batchSize: 2, headers: 'ethereum' }))
  return Promise.all([client.getChainId(), client.getGasPrice()])
}

test.each([
  ['leaves one out', ([first]: Call[]) => [first && answerTo(first)]],
  ['answers one twice', ([first]: Call[]) => [first && answerTo(first), first && answerTo(first)]],
])('a batch of which a node %s gives no result', async (_, answers) => {
  const url = await nodeThat((response, asked) => response.end(JSON.stringify(answers(asked))))
  await expect(both(url)).rejects.toThrow('It answers a batch of 2 requests with other answers than these.')
})

test('a batch is answered in any order', async () => {
  const results: Record<string, string> = { eth_chainId: '0x7a69', eth_gasPrice: '0x5' }
  const url = await nodeThat((response, asked) =>
    response.end(JSON.stringify(asked.map((call) => answerTo(call, results[call.method])).reverse())),
  )
  expect(await both(url)).toEqual([31_337, 5n])
})

test.each([
  ['for good', { code: -32_600, message: 'batch too large' }, 'It refuses a batch of 2: lower CHAIN_BATCH_SIZE.'],
  ['for now', { code: -32_005, message: 'rate limit exceeded' }, 'rate limit exceeded'],
])('a node that refuses a whole batch %s says so of each request', async (_, error, text) => {
  const url = await nodeThat((response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error })))
  await expect(both(url)).rejects.toThrow(text)
})

test.each<[string, (call: Call) => unknown, string]>([
  ['nothing', () => '', 'It answers with nothing.'],
  ['a text', () => '"ok"', 'no answer of JSON-RPC'],
  ['neither result nor error', ({ id }) => ({ jsonrpc: '2.0', id }), 'no answer of JSON-RPC'],
  ['both', (call) => ({ ...answerTo(call), error: { code: -32_000, message: 'busy' } }), 'no answer of JSON-RPC'],
  ['an error that is a text', ({ id }) => ({ id, error: 'upstream busy' }), 'upstream busy'],
  ['an error without a code', ({ id }) => ({ id, error: { message: 'upstream busy' } }), 'upstream busy'],
  ['an error whose code is a text', ({ id }) => ({ id, error: { code: '-32000', message: 'busy' } }), 'busy'],
])('a node that answers with %s gives no result, for one request and for a batch', async (_, answer, words) => {
  const url = await nodeThat((response, asked: Call | Call[]) => {
    const answers = [asked].flat().map(answer)
    const isText = answers.some((each) => typeof each === 'string')
    response.end(isText ? answers[0] : JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
  })
  await expect(clientOf(open(url)).getChainId()).rejects.toThrow(words)
  await expect(both(url)).rejects.toThrow(words)
})

test('a limit that a gateway tells without a code is known as one', async () => {
  const url = await nodeThat((response, { id }) => response.end(JSON.stringify({ id, error: 'Too Many Requests' })))
  const refusal = await open(url)({ method: 'eth_chainId' }).catch((error: unknown) => error)
  expect(isAskedTooOften(refusal)).toBe(true)
})

test('a result beside an empty error is a result', async () => {
  const url = await nodeThat((response, call) => response.end(JSON.stringify({ ...answerTo(call), error: null })))
  expect(await clientOf(open(url)).getChainId()).toBe(31_337)
})

const asJson = { 'content-type': 'application/json' }

test.each([
  ['429 and a gateway’s own words', 429, '{"message":"Too Many Requests"}'],
  ['429 and an error of JSON-RPC', 429, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"slow down"}}'],
  ['429 and nothing', 429, ''],
  ['503 and a page', 503, '<html>'],
])('a status of %s is known by its number, for one request and for a batch', async (_, status, body) => {
  const url = await nodeThat((response) => response.writeHead(status, asJson).end(body))
  const { request } = timelyHttp(url, 8_000, { retryCount: 0 })({})
  await expect(request({ method: 'eth_chainId' })).rejects.toMatchObject({ status })
  await expect(both(url)).rejects.toThrow(`Status: ${status}`)
})

test('a node that sends its callers to another one is not taken for that one', async () => {
  let isAsked = false
  const there = await nodeThat((response, call) => {
    isAsked = true
    response.end(JSON.stringify(answerTo(call)))
  })
  const url = await nodeThat((response) => response.writeHead(307, { location: there }).end())
  await expect(clientOf(open(url)).getChainId()).rejects.toThrow('Status: 307')
  expect(isAsked).toBe(false)
})
