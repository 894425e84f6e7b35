import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
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

function withhold(): void {
  service.wires.chain.rewrite = ({ body }, text) =>
    body.includes('"eth_getLogs"') ? JSON.stringify({ ...(JSON.parse(text) as object), result: [] }) : text
}
const marked = async () =>
  service.sql`select opening_balance::text, balance::text from transfer_marks where address = ${clara.wallet}`

test('an account whose first transfers a node withholds waits for them, and begins with what it held before', async () => {
  await mint(service, clara.wallet, 5_000_000n)
  withhold()
  expect(await record()).toContain(clara.wallet)
  expect(await marked()).toEqual([])
  service.wires.chain.mend()
  expect(await record()).toEqual([])
  expect(await recorded()).toContain('5000000')
  const [mark] = await marked()
  expect(mark?.opening_balance).toBe('0')
})

test('an account that began with a wrong balance is corrected once the chain shows what it held', async () => {
  const [before] = await marked()
  await write(
    service,
    (tx) =>
      tx`update transfer_marks set opening_balance = 5000000, balance = balance + 5000000 where address = ${clara.wallet}`,
  )
  await mint(service, clara.wallet, 7_000_000n)
  expect(await record()).toEqual([])
  expect(await recorded()).toEqual(expect.arrayContaining(['5000000', '7000000']))
  expect(await marked()).toEqual([{ opening_balance: '0', balance: String(BigInt(before?.balance) + 7_000_000n) }])
})

test('transfers that a node withheld are found again once a later one shows that some are missing', async () => {
  expect(await record()).toEqual([])
  const before = await recorded()
  withhold()
  await mint(service, clara.wallet, 1_000_001n)
  await mint(service, clara.wallet, 1_000_002n)
  expect(await record()).toEqual([])
  service.wires.chain.mend()
  await mint(service, clara.wallet, 1_000_003n)
  expect(await record()).toEqual([])
  expect((await recorded()).slice(before.length)).toEqual(['1000001', '1000002', '1000003'])
  const { balance } = await clara.person.call('getWalletBalance')
  // All of it may happen within a second, the unit of a block's time, so the newest row may be the creation of the wallet.
  const { data } = await clara.person.call('listLedger')
  expect(data.find(({ kind }) => kind === 'test_money')?.balance).toEqual(balance)
})
