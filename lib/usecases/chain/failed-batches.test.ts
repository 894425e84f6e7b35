import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { index, tidy } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.chain.mend()
  await tidy(service)
})

/** Anyone's batch of calls that the contract refuses, each of which it reports by an event. */
async function failMany(contract: Hex, entries: number): Promise<void> {
  const refused = encodeFunctionData({ abi: jobEscrowAbi, functionName: 'cancel', args: [999_999n] })
  const { node } = service
  const data = encodeFunctionData({
    abi: jobEscrowAbi,
    functionName: 'batch',
    args: [Array.from({ length: entries }, () => refused)],
  })
  const hash = await node.sendTransaction({ to: contract, data, gas: 5_000_000n })
  const { logs } = await node.waitForTransactionReceipt({ hash })
  expect(logs).toHaveLength(entries)
}

test('failures in anyone’s batches of escrow or registry are neither stored nor read', async () => {
  await index(service)
  const { escrow, registry } = service.chain.addresses
  await failMany(escrow, 20)
  await failMany(registry, 20)
  const answers: string[] = []
  const { requests } = service.wires.chain
  const before = requests.length
  service.wires.chain.rewrite = ({ body }, text) => {
    if (body.includes('eth_getLogs')) answers.push(text)
    return text
  }
  await index(service)
  expect(await service.sql`select 1 from chain_logs where event_name = 'CallFailed'`).toHaveLength(0)
  expect(answers.map((text) => JSON.parse(text).result)).toEqual(answers.map(() => []))
  expect(requests.slice(before).filter(({ body }) => body.includes('Receipt'))).toEqual([])
  const [cursor] = await service.sql`select indexed_block from chain_cursor`
  expect(cursor?.indexed_block).toBe(String(await service.node.getBlockNumber()))
})
