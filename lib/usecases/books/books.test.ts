import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, carryOut, fundedJob, index, mint, newKey, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { inTransaction } from '../../data/database.ts'
import { sealEvents } from '../../data/events.ts'
import { checkpointText } from '../../domain/audit.ts'
import { reindex } from '../chain/reindex.ts'
import { closeBooks } from './close-books.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ env: { PUBLIC_CACHE_SECONDS: '0' } })
  clara = await readyClient(service)
})
afterAll(() => service?.stop())

const close = () => closeBooks(service.context())
const read = () => service.person('nobody').call('getTransparency')
async function fund(): Promise<string> {
  const { onchain_job_id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  return onchain_job_id
}

async function cancel(id: string): Promise<void> {
  const asked = { params: { onchain_job_id: id }, body: { action: 'cancel' }, idempotencyKey: newKey() } as const
  await carryOut(clara.person, await clara.person.call('createActionChallenge', asked))
  await index(service)
}

test('books that were never closed are empty, and say so', async () => {
  expect(await read()).toMatchObject({ books: null, days: [] })
})

test('what the events say is what the token says, at one block, however often they are closed', async () => {
  const [first] = [await fund(), await close()]
  await cancel(first)
  await fund()
  expect([await close(), await close()]).toEqual([0n, 0n])
  const { books, days } = await read()
  expect(books).toMatchObject({
    balance: {
      by_events: { amount: '3.900000' },
      on_chain: { amount: '3.900000' },
      held: { amount: '3.900000' },
      owed: { amount: '0.000000' },
      missing: { amount: '0.000000' },
      unclaimed: { amount: '0.000000' },
    },
    totals: { funded: { amount: '7.800000' }, rewards: { amount: '0.000000' }, returned: { amount: '3.900000' } },
    jobs: { created: 2, cancelled: 1, settled: 0, refunded: 0, open: 1 },
  })
  expect(days).toMatchObject([{ created: 2, cancelled: 1, funded: { amount: '7.800000' } }])
})

test('the newest seal of the audit trail is published under the key that it names', async () => {
  await until(
    () => inTransaction(service.services.db, (tx) => sealEvents(tx, 500)),
    (count) => count > 0,
  )
  const { audit } = await read()
  if (!audit) throw new Error('events were sealed')
  const { public_key: x, sequence, seal, signature } = audit
  const source = { chain_id: service.chain.chainId, escrow: service.services.chain.escrow }
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isSigned = (more: object) => {
    const checkpoint = { sequence, seal, lines_sha256: null, is_last: false, ...more }
    return verify(null, Buffer.from(checkpointText(source, checkpoint)), key, Buffer.from(signature, 'base64url'))
  }
  expect([isSigned({}), isSigned({ is_last: true }), isSigned({ sequence: sequence + 1 })]).toEqual([
    true,
    false,
    false,
  ])
})

test('tokens sent past the contract are distinguished from those of jobs', async () => {
  await mint(service, service.services.chain.escrow, 5n)
  await index(service)
  expect(await close()).toBe(-5n)
  expect((await read()).books?.balance).toMatchObject({
    by_events: { amount: '3.900000' },
    on_chain: { amount: '3.900005' },
    unclaimed: { amount: '0.000005' },
    missing: { amount: '0.000000' },
  })
})

test('an event that was lost shows as money that is missing, until the chain is read again', async () => {
  const [lost] = await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`delete from escrow_books`
    await tx`delete from escrow_days`
    return tx`delete from chain_logs where event_name = 'JobCancelled' returning block_number`
  })
  expect(lost).toBeDefined()
  expect(await close()).toBe(3_900_000n - 5n)
  await reindex(service.context(), { from: BigInt(service.chain.deploymentBlock) })
  expect(await close()).toBe(-5n)
})
