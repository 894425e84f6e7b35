import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { followHeads } from './heads.ts'
import { joinNodes } from './nodes.ts'
import type { Request } from './rpc.ts'

/** A node at that block which counts what it is asked. */
function startNode(number: bigint) {
  const node = { number, asked: 0 }
  const request = async ({ params }: { params: [string] }) => {
    node.asked += 1
    const at = params[0].startsWith('0x') ? BigInt(params[0]) : node.number
    return { number: numberToHex(at), hash: numberToHex(at, { size: 32 }), timestamp: '0x1', transactions: [] }
  }
  return { node, nodes: joinNodes([{ host: 'node.example', request: request as Request }], 0) }
}

test('all parts of a program share one look at the newest blocks', async () => {
  const { node, nodes } = startNode(10n)
  const heads = followHeads(nodes, { lagSeconds: 30, confirmations: 2, maxAgeMs: 60_000 })
  const asked = await Promise.all([heads.latest(), heads.latest(), heads.final(), heads.final()])
  expect(asked.map(({ number }) => number)).toEqual([10n, 10n, 8n, 8n])
  expect(node.asked).toBe(3)
})

test('a read is repeated with the next block, or when it found nothing', async () => {
  const { node, nodes } = startNode(10n)
  const heads = followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 1 })
  const reads: string[] = []
  const read = (value: string | null) =>
    heads.perBlock('key', async () => {
      reads.push(String(value))
      return value
    })
  expect([await read(null), await read('first'), await read('second')]).toEqual([null, 'first', 'first'])
  node.number = 11n
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await read('third')).toBe('third')
  expect(reads).toEqual(['null', 'first', 'third'])
})

test('nothing is kept at an age of zero', async () => {
  const { node, nodes } = startNode(10n)
  const heads = followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 0 })
  await heads.latest()
  node.number = 11n
  expect((await heads.latest()).number).toBe(11n)
  let reads = 0
  for (let round = 0; round < 2; round += 1)
    await heads.perBlock('key', async () => {
      reads += 1
      return reads
    })
  expect(reads).toBe(2)
})
