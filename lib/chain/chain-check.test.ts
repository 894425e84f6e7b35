import { setTimeout } from 'node:timers/promises'
import { pad } from 'viem'
import { expect, test } from 'vitest'
import type { Hash } from '../ports/chain.ts'
import { chainCheck } from './chain-check.ts'
import { joinNodes } from './nodes.ts'
import type { Request } from './rpc.ts'

const registry = '0x00000000000000000000000000000000000000a1'
const escrow = '0x00000000000000000000000000000000000000e5'
const genesisHash: Hash = `0x${'ab'.repeat(32)}`

const answers: Record<string, unknown> = {
  eth_chainId: '0x7a69',
  eth_getBlockByNumber: { number: '0x0', hash: genesisHash, timestamp: '0x0', transactions: [] },
  eth_call: pad(registry),
}

function node(answer: (method: string) => Promise<unknown>) {
  const request = ({ method }: { method: string }) => answer(method)
  return { host: 'node.example', request: request as unknown as Request }
}

const well = () => node(async (method) => answers[method])

/** Refuses what it is asked first, which the library repeats once, and then keeps silent. */
function goesAway() {
  let asked = 0
  return node(async () => {
    asked += 1
    if (asked <= 2) throw new Error('connection refused')
    return new Promise<never>(() => undefined)
  })
}

test('a node that answers nothing any more holds up nothing that is to have effect', async () => {
  const nodes = joinNodes([goesAway(), well(), well()], 0)
  await expect(nodes.all[0]?.client.getChainId()).rejects.toThrow('connection refused')
  const assertSameChain = chainCheck(nodes, { chainId: 31_337, genesisHash, escrow, registry })
  const passed = assertSameChain('fresh').then(() => 'passed')
  expect(await Promise.race([passed, setTimeout(5_000, 'waits')])).toBe('passed')
})

test('a node that answers late is heard before anything has effect', async () => {
  const late = node(async (method) => {
    await setTimeout(2_500)
    return method === 'eth_chainId' ? '0x1' : answers[method]
  })
  const nodes = joinNodes([late, well(), well()], 0)
  const assertSameChain = chainCheck(nodes, { chainId: 31_337, genesisHash, escrow, registry })
  await expect(assertSameChain('fresh')).rejects.toThrow('A node turned to another chain.')
})

test('a program that starts asks a node everything at once, so that a slow one keeps it waiting for one answer', async () => {
  const underWay = { now: 0, most: 0 }
  const asked: string[] = []
  const slow = node(async (method) => {
    asked.push(method)
    underWay.now += 1
    underWay.most = Math.max(underWay.most, underWay.now)
    await setTimeout(50)
    underWay.now -= 1
    return answers[method]
  })
  await chainCheck(joinNodes([slow], 0), { chainId: 31_337, genesisHash, escrow, registry })()
  expect([underWay.most, asked.toSorted()]).toEqual([3, ['eth_call', 'eth_chainId', 'eth_getBlockByNumber']])
})

test('a node of another chain, where nothing is at the escrow’s address, is left aside for the chain that it serves', async () => {
  const foreign = node(async (method) => ({ ...answers, eth_chainId: '0x1', eth_call: '0x' })[method])
  const nodes = joinNodes([foreign], 0)
  const assertSameChain = chainCheck(nodes, { chainId: 31_337, genesisHash, escrow, registry })
  await expect(assertSameChain()).rejects.toThrow('The RPC serves chain 1, not 31337.')
  expect(nodes.problems()).toMatchObject([{ fault: 'wrong_chain' }])
})

test('a node without the first block does not show which chain it serves, so it is left aside and named', async () => {
  const pruned = node(async (method) => ({ ...answers, eth_getBlockByNumber: null })[method])
  const nodes = joinNodes([pruned, well(), well()], 0)
  await chainCheck(nodes, { chainId: 31_337, genesisHash, escrow, registry })()
  expect(nodes.problems()).toMatchObject([
    { ordinal: 1, fault: 'wrong_chain', detail: expect.stringContaining('does not have the first block') },
  ])
  expect(nodes.working()).toHaveLength(2)
})

test('what two nodes said against a third is void once they are found to serve another chain', async () => {
  let isTurned = false
  const turning = () => node(async (method) => (isTurned && method === 'eth_chainId' ? '0x1' : answers[method]))
  const nodes = joinNodes([turning(), turning(), well()], 0)
  const assertSameChain = chainCheck(nodes, { chainId: 31_337, genesisHash, escrow, registry })
  await assertSameChain('fresh')
  isTurned = true
  nodes.all[2]?.health.fail('contradicts', 'Two other nodes say otherwise.')
  await expect(assertSameChain('fresh')).rejects.toThrow('A node turned to another chain.')
  expect(nodes.problems().map(({ ordinal, fault }) => [ordinal, fault])).toEqual([
    [1, 'wrong_chain'],
    [2, 'wrong_chain'],
  ])
  expect(nodes.working()).toHaveLength(1)
})
