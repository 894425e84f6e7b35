import { setTimeout } from 'node:timers/promises'
import { RpcRequestError } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Nodes } from './chain-nodes.ts'
import { joinNodes } from './nodes.ts'
import type { Request } from './rpc.ts'

/** A node whose newest block has this number, once it answers. */
function node(answer: () => Promise<number>) {
  const request = async () => `0x${(await answer()).toString(16)}`
  return { host: 'node.example', request: request as unknown as Request }
}
const silence = () => new Promise<never>(() => undefined)

/** A node that refused a call and is left aside for it, though it is well again. */
async function leftAside(nodes: Nodes, place: number): Promise<void> {
  const found = nodes.all[place]
  await expect(found?.client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow('connection refused')
  expect(found?.health.isAside()).toBe(true)
}

/** Refuses its first calls; the library repeats each once. */
function restarting() {
  let refused = 0
  return node(async () => {
    refused += 1
    if (refused <= 2) throw new Error('connection refused')
    return 7
  })
}

const readHead = (client: Nodes['client']) => client.getBlockNumber({ cacheTime: 0 })
/** Unlike heads, the library sends a request for each price, also while another is under way. */
const readPrice = (client: Nodes['client']) => client.getGasPrice()

test('while one node keeps silent, one that is left aside for a fault of before may still agree with the third', async () => {
  const nodes = joinNodes([node(silence), node(async () => 7), restarting()], 0)
  await leftAside(nodes, 2)
  expect(await nodes.agree(readHead)).toBe(7n)
})

test('while the only node that is not left aside keeps silent, the others are read that are well again', async () => {
  const nodes = joinNodes([node(silence), restarting(), restarting()], 0)
  await leftAside(nodes, 1)
  await leftAside(nodes, 2)
  expect(await readHead(nodes.client)).toBe(7n)
  expect(await nodes.each(readHead)).toContain(7n)
  expect(await nodes.agree(readHead)).toBe(7n)
})

test('a request that a node left without an answer is no fault once it has answered a later one', async () => {
  let asked = 0
  const hungOnce = node(async () => {
    asked += 1
    if (asked > 1) return 7
    await setTimeout(200)
    throw new Error('the request took too long')
  })
  const nodes = joinNodes([hungOnce], 0)
  const first = readPrice(nodes.client)
  await setTimeout(20)
  expect(await readPrice(nodes.client)).toBe(7n)
  expect(await first).toBe(7n)
  expect(nodes.problems()).toEqual([])
})

test('nodes that lost a request are asked again, so that two of them agree', async () => {
  const losesFirst = () => {
    let asked = 0
    return node(() => {
      asked += 1
      return asked === 1 ? silence() : Promise.resolve(7)
    })
  }
  const nodes = joinNodes([node(async () => 7), losesFirst(), losesFirst()], 0)
  expect(await nodes.agree(readPrice)).toBe(7n)
})

test('nodes that failed at first are asked again, so that two of them agree, and no more than once', async () => {
  const refusing = () => {
    const counted = { asked: 0 }
    const line = node(async () => {
      counted.asked += 1
      throw new Error('connection refused')
    })
    return { counted, line }
  }
  expect(await joinNodes([refusing().line, restarting(), restarting()], 0).agree(readPrice)).toBe(7n)
  const { counted, line } = refusing()
  await expect(joinNodes([node(async () => 7), line], 0).agree(readPrice)).rejects.toThrow('only node 1')
  // The client sends each of both requests twice.
  expect(counted.asked).toBe(4)
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

test('the only node that is not left aside is waited for once, and not asked for a while after others answered', async () => {
  // The clock by which nodes are left aside stands still between its moves; the time that is waited for an answer is real.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const silent = node(() => {
    asked += 1
    return silence()
  })
  const nodes = joinNodes([silent, restarting(), restarting()], 0)
  await leftAside(nodes, 1)
  await leftAside(nodes, 2)
  expect(await readPrice(nodes.client)).toBe(7n)
  expect(await nodes.each(readPrice)).toEqual([7n])
  expect(await nodes.agree(readPrice)).toBe(7n)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(11_000)
  expect(await nodes.each(readPrice)).toEqual([7n, 7n])
  expect(asked).toBe(2)
})

test('of two nodes that are not left aside one that keeps silent is waited for once, and the other one read', async () => {
  const nodes = joinNodes([node(silence), node(async () => 7), node(silence)], 0)
  expect(await nodes.each(readPrice)).toEqual([7n])
  expect(nodes.all.map(({ health }) => health.slowness() > 0)).toEqual([true, false, true])
  expect(await nodes.each(readPrice)).toEqual([7n])
})

test('nodes that left the last request without an answer are waited for only shortly', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const silentAfter = () => {
    let asked = 0
    return node(() => {
      asked += 1
      return asked <= 2 ? Promise.reject(new Error('connection refused')) : silence()
    })
  }
  const nodes = joinNodes([silentAfter(), silentAfter()], 0)
  await leftAside(nodes, 0)
  await leftAside(nodes, 1)
  vi.advanceTimersByTime(3_000)
  expect(nodes.all.map(({ health }) => health.isAside())).toEqual([false, false])
  await expect(readPrice(nodes.client)).rejects.toThrow('does not answer in time')
})

test('nodes that contradict each other are named in the order of the settings, whichever answers first', async () => {
  const later = node(() => setTimeout(50, 7))
  const nodes = joinNodes([later, node(async () => 8)], 0)
  await expect(nodes.agree(readHead)).rejects.toThrow(/^node 1 .* and node 2 .* contradict each other/)
})

test('where each node was slow a moment ago, a reading of all waits for no third one once two answered', async () => {
  const nodes = joinNodes([node(async () => 7), node(async () => 7), node(silence)], 0)
  const read = async () => {
    const start = performance.now()
    expect(await nodes.each(readPrice)).toEqual([7n, 7n])
    return performance.now() - start
  }
  // The third one had its moment.
  const first = await read()
  for (const { health } of nodes.all) health.kept()
  let others = 0
  for (let time = 0; time < 5; time += 1) others += await read()
  expect(others).toBeLessThan(first)
})

test('a request refused for a node’s rate, while it answered a later one, tells nothing of what the node has', async () => {
  let asked = 0
  const limited = node(async () => {
    asked += 1
    if (asked > 1) return 7
    await setTimeout(100)
    const error = { code: -32_005, message: 'request rate limited' }
    throw new RpcRequestError({ body: {}, url: 'http://node.example', error })
  })
  const nodes = joinNodes([limited, node(async () => 7), node(async () => 7)], 0)
  const reading = nodes.agree(readPrice)
  await setTimeout(20)
  expect(await nodes.all[0]?.client.getGasPrice()).toBe(7n)
  expect(await reading).toBe(7n)
  expect([asked, nodes.problems()]).toEqual([2, []])
})

test('a call that the contract refuses is asked of two nodes once, and is no fault of theirs', async () => {
  let asked = 0
  const refusing = () =>
    node(async () => {
      asked += 1
      throw new RpcRequestError({
        body: {},
        url: 'http://node.example',
        error: { code: 3, message: 'execution reverted' },
      })
    })
  const nodes = joinNodes([refusing(), refusing()], 0)
  await expect(nodes.agree(readPrice)).rejects.toThrow('execution reverted')
  expect([asked, nodes.problems()]).toEqual([2, []])
})

test('what a node answered before it was found to serve another chain is held against no other node', async () => {
  const foreign = node(async () => 8)
  const nodes = joinNodes([foreign, node(() => setTimeout(50, 7))], 0)
  const reading = nodes.agree(readHead)
  await setTimeout(20)
  nodes.all[0]?.health.serves({ detail: 'It serves chain 1.' })
  await expect(reading).rejects.toThrow(/^Two nodes have to agree, and only node 2 .* answers/)
  expect(nodes.problems().map(({ ordinal, fault }) => [ordinal, fault])).toEqual([[1, 'wrong_chain']])
})
