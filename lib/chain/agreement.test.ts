import { expect, test } from 'vitest'
import { joinNodes } from './nodes.ts'
import type { Request } from './rpc.ts'

/** A node whose newest block has this number, once it answers. */
function node(answer: () => Promise<number>) {
  const request = async () => `0x${(await answer()).toString(16)}`
  return { host: 'node.example', request: request as unknown as Request }
}
const silence = () => new Promise<never>(() => undefined)

test('while one node keeps silent, one that is left aside for a fault of before may still agree with the third', async () => {
  let isRestarting = true
  const restarted = node(async () => {
    if (isRestarting) throw new Error('connection refused')
    return 7
  })
  const nodes = joinNodes([node(silence), node(async () => 7), restarted], 0)
  const [, , third] = nodes.all
  await expect(third?.client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow('connection refused')
  isRestarting = false
  expect(third?.health.isAside()).toBe(true)
  expect(await nodes.agree((client) => client.getBlockNumber({ cacheTime: 0 }))).toBe(7n)
})

test('a node that is left aside is not asked while two others agree', async () => {
  let asked = 0
  const refusing = node(async () => {
    asked += 1
    throw new Error('connection refused')
  })
  const nodes = joinNodes([refusing, node(async () => 7), node(async () => 7)], 0)
  await expect(nodes.all[0]?.client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow('connection refused')
  const before = asked
  expect(await nodes.agree((client) => client.getBlockNumber({ cacheTime: 0 }))).toBe(7n)
  expect(asked).toBe(before)
})
