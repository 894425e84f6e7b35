import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askToEnd, type Client, carryOut, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { lie } from '#test/lie.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ nodes: 3 })
  clara = await readyClient(service)
  await index(service)
})
afterAll(() => service.stop())
afterEach(() => {
  for (const wire of service.nodeWires) wire.mend()
})

const without = (name: string) => (result: unknown) => ({ ...(result as object), [name]: undefined })
const withBloom = (digit: string) => (result: unknown) => ({
  ...(result as object),
  logsBloom: `0x${digit.repeat(512)}`,
})
const ahead = (result: unknown) => {
  const block = result as { timestamp: string }
  return { ...block, timestamp: `0x${(Number(block.timestamp) + 600).toString(16)}` }
}
const ready = () => service.router(new Request(`${service.origin}/api/ready/?for=traffic`))
const all = [0, 1, 2]

const oddities: [string, string, (result: unknown) => unknown][] = [
  ['hides which logs its blocks hold', 'eth_getBlockByNumber', withBloom('0')],
  ['reads nothing from contracts', 'eth_call', () => '0x'],
  ['reads zeros from contracts', 'eth_call', (result) => String(result).replace(/[^x]/g, '0')],
  [
    'changes a digit of what it reads',
    'eth_call',
    (result) => String(result).replace(/.$/, (last) => (last === '7' ? '8' : '7')),
  ],
  ['gives blocks without a number', 'eth_getBlockByNumber', without('number')],
  ['gives blocks without a time', 'eth_getBlockByNumber', without('timestamp')],
  ['gives blocks of the year 1970', 'eth_getBlockByNumber', (result) => ({ ...(result as object), timestamp: '0x0' })],
  ['is ten minutes ahead of its blocks', 'eth_getBlockByNumber', ahead],
  ['says that its blocks may hold any log', 'eth_getBlockByNumber', withBloom('f')],
]

test.each(oddities)(
  'one of three nodes that %s shuts no client out and shows nothing else',
  async (_, method, change) => {
    const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
    const { balance } = await clara.person.call('getWalletBalance')
    lie(service, [0], { method, change })
    expect((await ready()).status).toBe(200)
    expect((await clara.person.call('getWalletBalance')).balance).toEqual(balance)
    expect(await clara.person.call('getJob', { params: { onchain_job_id: id } })).toMatchObject({ state: 'OPEN' })
    expect(await carryOut(clara.person, await askToEnd(clara.person, id, 'cancel'))).toMatchObject({
      state: 'CONFIRMED',
    })
  },
)

test.each(oddities.slice(4))('where every node %s, readiness is a 503 with the reason', async (_, method, change) => {
  lie(service, all, { method, change })
  // A head is believed for a moment.
  await wait(1_100)
  const answer = await ready()
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'chain_unavailable' }])
})

test('while all nodes serve another chain readiness says so', async () => {
  lie(service, all, { method: 'eth_chainId', change: () => '0x1' })
  const context = service.context({ CHAIN_HEAD_MS: '0' })
  await expect(context.chain.assertSameChain('fresh')).rejects.toMatchObject({
    message: expect.stringMatching(/chain 1,/),
  })
  await expect(context.chain.latestBlock()).rejects.toMatchObject({ code: 'chain_unavailable' })
})
