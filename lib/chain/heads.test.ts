import { setTimeout as sleep } from 'node:timers/promises'
import { numberToHex, RpcRequestError } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followHeads } from './heads.ts'
import { joinNodes } from './nodes.ts'
import type { Request } from './rpc.ts'

/** A node at that block, made at that time, which counts what it is asked. */
function startNode(number: bigint, seconds = 1) {
  const node = { number, final: undefined as bigint | undefined, asked: 0 }
  const request = async ({ params }: { params: [string] }) => {
    node.asked += 1
    const tagged = (params[0] === 'finalized' ? node.final : undefined) ?? node.number
    const at = params[0].startsWith('0x') ? BigInt(params[0]) : tagged
    return {
      number: numberToHex(at),
      hash: numberToHex(at, { size: 32 }),
      timestamp: numberToHex(seconds),
      transactions: [],
    }
  }
  const line = { host: 'node.example', request: request as Request }
  return { node, line, nodes: joinNodes([line], 0) }
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

test('a block that any node calls final may be so for as long as it is said and half a minute after, and then no more', async () => {
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  let seconds = 100
  now.mockImplementation(() => seconds * 1_000)
  const [honest, other, liar] = [startNode(100n), startNode(100n), startNode(100n)]
  for (const { node } of [honest, other]) node.final = 90n
  liar.node.final = 1_000n
  const nodes = joinNodes([honest.line, other.line, liar.line], 0)
  const heads = followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 0 })
  await heads.final()
  seconds += 29
  expect([await heads.mayBeFinal(90n), await heads.mayBeFinal(100n)]).toEqual([true, true])
  liar.node.final = 90n
  seconds += 31
  expect([await heads.mayBeFinal(90n), await heads.mayBeFinal(100n)]).toEqual([true, false])
})

test.each([
  ['all nodes agree on is no fault of theirs', [300, 300, 301], []],
  ['one node alone tells is its fault', [0, 300, 1], [2]],
])('a block of a time to come that %s', async (_, ahead, named) => {
  const now = Math.floor(Date.now() / 1_000)
  const nodes = joinNodes(
    ahead.map((seconds) => startNode(10n, now + seconds).line),
    0,
  )
  await followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 0 }).latest()
  expect(nodes.problems().map(({ ordinal }) => ordinal)).toEqual(named)
})

test.each([
  { ahead: [600, 0, 0], numbers: [10, 10, 10] },
  { ahead: [0, 600, 0], numbers: [10, 10, 11] },
  { ahead: [600, 0, 0], numbers: [10, 11, 11] },
  { ahead: [0, 0, 600], numbers: [10, 10, 11] },
])('a node that is $ahead seconds ahead at $numbers makes the newest block no newer', async ({ ahead, numbers }) => {
  const time = Math.floor(Date.now() / 1_000) - 3_600
  const nodes = joinNodes(
    ahead.map((seconds, place) => startNode(BigInt(numbers[place] ?? 0), time + seconds).line),
    0,
  )
  const heads = followHeads(nodes, { lagSeconds: 7_200, confirmations: 0, maxAgeMs: 0 })
  expect((await heads.latest()).timestamp).toBe(BigInt(time))
})

test('a newest block of this moment that is far above those of two others is named, and nobody waits for it', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const started = [10n, 1_000_000n, 12n].map((number) => startNode(number, now).line)
  const nodes = joinNodes(started, 0)
  const heads = followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 0 })
  expect((await heads.latest()).number).toBe(12n)
  expect(nodes.problems()).toMatchObject([
    { ordinal: 2, fault: 'contradicts', detail: 'Its newest block is 999988 blocks above any other node’s.' },
  ])
})

test('a node that is left aside and well again is asked with the others at once, one that is not stays where it is', async () => {
  // The clock by which a node is left aside stands still, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const seconds = Math.floor(Date.now() / 1_000)
  const all = [1, 2, 3, 4].map(() => startNode(10n, seconds))
  const late = startNode(9n, seconds - 60)
  const nodes = joinNodes(
    [...all, late].map(({ line }) => line),
    0,
  )
  const heads = followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 0 })
  const [first, second, third, , last] = nodes.all.map(({ health }) => health)
  first?.fail('unreachable', 'It does not answer.')
  second?.fail('lags', 'Its newest block is old.')
  third?.fail('contradicts', 'Two other nodes say otherwise.')
  last?.fail('lags', 'Its newest block is old.')
  await heads.latest()
  await expect.poll(() => nodes.all.map(({ health }) => health.isAside())).toEqual([false, false, true, false, true])
})

test.each([
  ['by its rate does not lack it', { code: -32_005, message: 'request rate limited' }, false],
  ['as an unknown tag lacks it', { code: -32_602, message: 'invalid block tag' }, true],
])('a node that refuses the final block %s', async (_, error, isLacking) => {
  const refusing = startNode(10n)
  const { request } = refusing.line
  refusing.line.request = (async (call: { method: string; params: [string] }) => {
    if (call.params[0] !== 'finalized') return request(call as never)
    await sleep(50)
    throw new RpcRequestError({ body: {}, url: 'http://node.example', error })
  }) as Request
  const nodes = joinNodes([refusing.line, startNode(10n).line, startNode(10n).line], 0)
  const final = followHeads(nodes, { lagSeconds: 30, confirmations: 0, maxAgeMs: 0 }).final()
  await sleep(20)
  // It answers a later request of the same method, so the refusal alone says nothing of the node.
  await nodes.all[0]?.client.getBlock({ blockTag: 'latest' })
  expect((await final).number).toBe(10n)
  expect(nodes.problems().some(({ fault }) => fault === 'lacks')).toBe(isLacking)
})

test('nodes whose final block stands still are named while that of another goes on, and none is left aside', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const seconds = Math.floor(Date.now() / 1_000)
  const started = [1, 2, 3].map(() => startNode(1_000n, seconds))
  const [first, ...frozen] = started.map(({ node }) => node)
  const nodes = joinNodes(
    started.map(({ line }) => line),
    0,
  )
  const heads = followHeads(nodes, { lagSeconds: 20, confirmations: 0, maxAgeMs: 0 })
  const named = async (afterSeconds: number) => {
    vi.advanceTimersByTime(afterSeconds * 1_000)
    await heads.final()
    return nodes.problems().map(({ ordinal, fault }) => [ordinal, fault])
  }
  for (const node of started) node.node.final = 900n
  if (first) first.final = 910n
  expect(await named(0)).toEqual([])
  expect(await named(19)).toEqual([])
  const both = [
    [2, 'lags'],
    [3, 'lags'],
  ]
  expect(await named(1)).toEqual(both)
  expect(nodes.problems()[0]?.detail).toMatch(/^Its final block is 900, below 910, which node 1 .* gave 20 s ago\.$/)
  expect(nodes.all.map(({ health }) => health.isAside())).toEqual([false, false, false])
  // Its newest block is as new as the others', which does not end this.
  await heads.latest()
  expect(await named(15)).toEqual(both)
  for (const node of frozen) node.final = 910n
  expect(await named(0)).toEqual([])
  if (first) first.final = 5_000n
  expect([await named(0), await named(60), await named(60)]).toEqual([[], [], []])
})
