import { type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedDraft, askToFund, type Client, carryOut, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
// The newest block is never final. A node lists transactions in other blocks here, whose hashes stay what they are.
beforeAll(async () => {
  service = await startService({
    nodes: 3,
    blockTimeSeconds: 1,
    env: { CHAIN_HEADERS: 'other', CHAIN_CONFIRMATIONS: '2' },
  })
  clara = await readyClient(service)
})
afterAll(() => service.stop())

type Placed = { blockHash: Hex; blockNumber: Hex }
type Receipt = Placed & { transactionHash: Hex; logs: Placed[] }

/** That node shows every receipt as of its newest block, which lists the transaction, and so do its logs. */
function moveReceipts(place: number): void {
  const wire = service.nodeWires[place]
  if (!wire) throw new Error('the service has no such node')
  const moved = new Map<Hex, Receipt[]>()
  wire.rewrite = async ({ body }, text) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    const reply = JSON.parse(text)
    if (method === 'eth_getTransactionReceipt' && reply.result) {
      const { hash, number: height } = await service.node.getBlock()
      const number = numberToHex(height)
      const at = { blockHash: hash, blockNumber: number }
      const { logs } = reply.result as Receipt
      reply.result = { ...reply.result, ...at, logs: logs.map((log) => ({ ...log, ...at })) }
      moved.set(number, [...(moved.get(number) ?? []), reply.result])
    }
    const asked = method === 'eth_getLogs' ? (params[0] as { fromBlock: Hex }).fromBlock : params[0]
    const here = moved.get(asked as Hex) ?? []
    if (method === 'eth_getBlockByNumber')
      reply.result?.transactions.push(...here.map(({ transactionHash }) => transactionHash))
    if (method === 'eth_getLogs') reply.result = here.flatMap(({ logs }) => logs)
    return JSON.stringify(reply)
  }
}

test.each([0, 2])(
  'of three nodes node %i alone shows each receipt in its newest block: a payment is confirmed all the same',
  async (place) => {
    moveReceipts(place)
    const { id } = await approvedDraft(clara, await openIssue(service))
    expect(await carryOut(clara.person, await askToFund(clara.person, id))).toMatchObject({ state: 'CONFIRMED' })
    for (const wire of service.nodeWires) wire.mend()
  },
)
