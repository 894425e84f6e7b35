import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { index } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'

/** `CATCH_UP_BLOCKS=100000` measures a long pause. */
const blocks = Number(process.env.CATCH_UP_BLOCKS ?? 4_500)
const megabyte = 2 ** 20

let service: Service
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
})
afterAll(() => service.stop())

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / megabyte
}

/** Without the time limit of the node's usual client. */
async function mineBlocks(): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  for (let mined = 0; mined < blocks; mined += 1_000) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x3e8', '0x0'] })
    const answer = await fetch(service.chain.rpcUrl, { method: 'POST', headers, body })
    await answer.text()
  }
}

test('what the indexer holds in memory does not grow with the blocks that it catches up on', {
  timeout: 3_600_000,
}, async () => {
  const context = service.context({ CHAIN_RPC_URLS: service.chain.rpcUrl, CHAIN_REQUESTS_PER_SECOND: '1000' })
  await index(service, context)
  await mineBlocks()
  const top = await service.node.getBlockNumber()
  const heaps: number[] = []
  const started = performance.now()
  let rss = 0
  for (let indexed = 0n; indexed < top; ) {
    await index(service, context)
    const [cursor] = await service.sql`select indexed_block from chain_cursor`
    indexed = BigInt(cursor?.indexed_block)
    heaps.push(heap())
    rss = Math.max(rss, process.memoryUsage().rss / megabyte)
  }
  const [first = 0, last = 0] = [heaps[0], heaps.at(-1)]
  const figures = { blocks, seconds: (performance.now() - started) / 1_000, first, last, most: Math.max(...heaps), rss }
  if (process.env.CATCH_UP_BLOCKS) console.log(figures)
  expect(Math.max(...heaps) - first).toBeLessThan(20)
  const [{ count } = { count: 0 }] = await service.sql`select count(*)::int as count from chain_blocks`
  expect(count).toBeLessThanOrEqual(65)
})
