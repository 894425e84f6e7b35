import { encodeAbiParameters, type Hex, numberToHex, pad, RpcRequestError, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '../ports/chain.ts'
import { joinNodes } from './nodes.ts'
import { moveReader } from './read-moves.ts'
import type { Request } from './rpc.ts'

const token: Address = '0x00000000000000000000000000000000000000c0'
const ours: Address = '0x00000000000000000000000000000000000000aa'
const other: Address = '0x00000000000000000000000000000000000000bb'
const transfer = toEventSelector('Transfer(address,address,uint256)')

const logs = [ours, other, ours].map((from, at) => ({
  address: token,
  data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(at + 1)]),
  removed: false,
  topics: [transfer, pad(from), pad(from === ours ? other : ours)],
  blockNumber: numberToHex(at + 1),
  blockHash: pad(numberToHex(at + 1)),
  transactionHash: pad(numberToHex(at + 9)),
  logIndex: '0x0',
  transactionIndex: '0x0',
}))

type Query = { fromBlock: Hex; toBlock: Hex; topics: [Hex, Hex[] | null, (Hex[] | null)?] }

/** An honest node that refuses longer ranges of logs. */
function node(mostBlocks: number) {
  const request = async ({ params: [query] }: { params: [Query] }) => {
    const [from, to] = [Number(query.fromBlock), Number(query.toBlock)]
    if (to - from + 1 > mostBlocks)
      throw new RpcRequestError({ body: {}, url: 'http://node.example', error: { code: -32_000, message: 'too long' } })
    const isIn = (log: (typeof logs)[number]) => Number(log.blockNumber) >= from && Number(log.blockNumber) <= to
    const fits = (log: (typeof logs)[number]) =>
      [1, 2].every((place) => [query.topics[place] ?? log.topics[place]].flat().includes(log.topics[place]))
    return logs.filter((log) => isIn(log) && fits(log))
  }
  return { host: 'node.example', request: request as unknown as Request }
}

test('honest nodes that cap a request for logs differently agree on the transfers of accounts, in the chain’s order', async () => {
  const nodes = joinNodes([node(1), node(500), node(2)], 0)
  const read = moveReader(nodes, token)
  const moves = await read([ours], 1n, 3n)
  expect(moves.map(({ amount }) => amount)).toEqual([1n, 2n, 3n])
  expect(nodes.problems()).toEqual([])
})

test.each([
  ['no data', { data: '0x' }],
  ['half of an amount', { data: `0x${'0'.repeat(32)}` }],
  ['one account alone', { topics: [transfer, pad(ours)] }],
])('a lone node’s transfer with %s is refused, never passed over', async (_, change) => {
  const broken = async () => [{ ...logs[0], ...change }]
  const nodes = joinNodes([{ host: 'node.example', request: broken as unknown as Request }], 0)
  await expect(moveReader(nodes, token)([ours], 1n, 1n)).rejects.toThrow('an event that the token does not emit')
})

test('another event of the token is passed over', async () => {
  const approval = toEventSelector('Approval(address,address,uint256)')
  const answer = async () => [{ ...logs[0], topics: [approval, pad(ours), pad(other)] }]
  const nodes = joinNodes([{ host: 'node.example', request: answer as unknown as Request }], 0)
  expect(await moveReader(nodes, token)([ours], 1n, 1n)).toEqual([])
})
