import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, index, mint, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { recordTransfers } from './record-transfers.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

async function record(): Promise<string[]> {
  await service.node.mine({ blocks: 1 })
  await index(service)
  return recordTransfers(service.context())
}
const recorded = async () =>
  (
    await service.sql`select amount::text from token_transfers where to_address = ${clara.wallet} order by block_number`
  ).map(({ amount }) => amount)

test('transfers that a node withheld are found again once a later one shows that some are missing', async () => {
  expect(await record()).toEqual([])
  const before = await recorded()
  service.wires.chain.rewrite = ({ body }, text) =>
    body.includes('"eth_getLogs"') ? JSON.stringify({ ...(JSON.parse(text) as object), result: [] }) : text
  await mint(service, clara.wallet, 1_000_001n)
  await mint(service, clara.wallet, 1_000_002n)
  expect(await record()).toEqual([])
  service.wires.chain.mend()
  await mint(service, clara.wallet, 1_000_003n)
  expect(await record()).toEqual([])
  expect((await recorded()).slice(before.length)).toEqual(['1000001', '1000002', '1000003'])
  const { balance } = await clara.person.call('getWalletBalance')
  const { data } = await clara.person.call('listLedger', { query: { limit: '1' } })
  expect(data[0]?.balance).toEqual(balance)
})
