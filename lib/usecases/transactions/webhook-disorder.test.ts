import { once } from 'node:events'
import { createServer } from 'node:http'
import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WalletFaults, walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { expectMoneyKept } from '#test/invariants.ts'
import { approvedDraft, askToFund, type Client, openIssue, readyClient, tidy } from '#test/journey.ts'
import { rowsOf } from '#test/rows.ts'
import { apiKey, type Service, startService } from '#test/service.ts'
import { finishAtProvider } from '#test/stages.ts'
import { until } from '#test/until.ts'
import { processDelivery } from '../webhooks/process-delivery.ts'

let service: Service
let clara: Client
let faults: WalletFaults
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  faults = walletFaults(service.wallets.url)
  const client = initiateUserControlledWalletsClient({ apiKey, baseUrl: service.wallets.url })
  await client.createSubscription({ endpoint: `${await listen()}/api/v1/webhooks/wallet/` })
  await until(inbox, (rows) => rows.length === 1)
})
afterAll(() => service.stop())
afterEach(async () => {
  await faults.set({})
  await finishAtProvider(service, clara)
  await expectMoneyKept(service)
  await tidy(service)
})

/** The service's own router on a port, for those who deliver from outside. */
async function listen(): Promise<string> {
  const server = createServer(getRequestListener((request) => service.router(request)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.onStop(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

type Delivery = { id: string; delivery_id: string; body: Uint8Array }

const inbox = () => service.sql<Delivery[]>`select id, delivery_id, body from webhook_inbox order by received_at`
const stateOf = async (id: string) => (await service.sql`select state from transactions where id = ${id}`)[0]?.state
const bodyOf = (row: Delivery): { notification: { state?: string } } => JSON.parse(Buffer.from(row.body).toString())

/** Everything that was delivered about a funding, from its approval to its end at the provider. */
async function fundAndCollect() {
  const known = new Set((await inbox()).map(({ id }) => id))
  const draft = await approvedDraft(clara, await openIssue(service))
  await finishAtProvider(service, clara)
  await until(inbox, (rows) => rows.some((row) => bodyOf(row).notification.state === 'COMPLETE' && !known.has(row.id)))
  for (const { id } of await inbox()) known.add(id)
  const challenge = await askToFund(clara.person, draft.id)
  return { draft, challenge, fresh: async () => (await inbox()).filter(({ id }) => !known.has(id)) }
}

async function processAll(rows: readonly Delivery[]): Promise<void> {
  for (const { id } of rows) await processDelivery(service.context(), { deliveryRowId: id })
}

test('deliveries that come several times and in the wrong order are each kept once and take the transaction to its one end', async () => {
  const { draft, challenge, fresh } = await fundAndCollect()
  await faults.set({ webhooks: { duplicate: 3, reorder: true } })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const rows = await until(fresh, (found) => found.length >= 4)
  expect(new Set(rows.map(({ delivery_id }) => delivery_id)).size).toBe(rows.length)
  expect(await stateOf(challenge.transaction_id)).toBe('CHALLENGE_ISSUED')
  await until(
    async () => {
      await service.sql`update webhook_inbox set processed_at = null`
      await processAll((await fresh()).toReversed())
      return stateOf(challenge.transaction_id)
    },
    (state) => state === 'CONFIRMED',
  )
  const before = await rowsOf(service.sql, ['transactions', 'drafts', 'jobs', 'events'])
  await service.sql`update webhook_inbox set processed_at = null`
  await processAll(await fresh())
  expect(await rowsOf(service.sql, ['transactions', 'drafts', 'jobs', 'events'])).toEqual(before)
  expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDED' })
})

test('a delivery with a bad signature or an unknown key is not kept, and the provider’s next try is', async () => {
  const { challenge, fresh } = await fundAndCollect()
  await faults.set({ webhooks: { badSignature: 2, unknownKeyId: 2 } })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  await until(faults.show, ({ webhooks }) => !webhooks?.badSignature && !webhooks?.unknownKeyId)
  const rows = await until(fresh, (found) => found.length >= 4)
  await processAll(rows)
  await until(
    async () => {
      await service.sql`update webhook_inbox set processed_at = null`
      await processAll(await fresh())
      return stateOf(challenge.transaction_id)
    },
    (state) => state === 'CONFIRMED',
  )
})

test('what a delivery claims is only a hint: states are read from the provider, and an end stays an end', async () => {
  const { draft, challenge, fresh } = await fundAndCollect()
  await faults.set({
    webhooks: { silent: true },
    nextTransactions: [{ end: 'FAILED', errorReason: 'ESTIMATION_ERROR' }],
  })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  await until(
    () => clara.person.call('resolveTransaction', { params: { transaction_id: challenge.transaction_id }, body: {} }),
    ({ state }) => state === 'FAILED',
  )
  await faults.set({})
  const isFailed = (row: Delivery) => bodyOf(row).notification.state === 'FAILED'
  const rows = await until(fresh, (found) => found.some(isFailed))
  const claims = rows.map((row) => Buffer.from(JSON.stringify(bodyOf(row)).replaceAll('"FAILED"', '"COMPLETE"')))
  for (const [index, row] of rows.entries()) {
    const body = claims[index] ?? Buffer.from('')
    await service.sql`update webhook_inbox set body = ${body}, processed_at = null where id = ${row.id}`
  }
  const before = await rowsOf(service.sql, ['transactions', 'drafts', 'jobs', 'events'])
  await processAll(rows)
  expect(await rowsOf(service.sql, ['transactions', 'drafts', 'jobs', 'events'])).toEqual(before)
  expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDING' })
})
