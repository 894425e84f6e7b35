import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobCall, termsOf } from '#test/escrow.ts'
import { approvedDraft, type Client, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { jobEscrowAbi } from '../chain/abi/job-escrow.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ env: { RECONCILE_SECONDS: '10', INDEXER_INTERVAL_MS: '1000' } })
  clara = await readyClient(service)
})
afterAll(() => service.stop())

/** Who leads now; nobody while the lease has lapsed or its holder is gone. */
async function leaders(): Promise<string[]> {
  const rows = await service.sql`
    select holder from leases where name = 'indexer' and expires_at > now()
    and exists (select 1 from pg_stat_activity where pid = backend)`
  return rows.map(({ holder }) => String(holder))
}

async function expectFundedByIndexer(): Promise<void> {
  const locked = await approvedDraft(clara, await openIssue(service))
  const terms = await termsOf(service, locked)
  await callFromWallet(service, clara.person, createJobCall(service.chain.addresses.escrow, terms))
  const params = { id: locked.id }
  await until(
    () => clara.person.call('getDraft', { params }),
    ({ state }) => state === 'FUNDED',
  )
}

test('the chain is followed as quickly while its node refuses what the books are compared with', async () => {
  const question = encodeFunctionData({ abi: jobEscrowAbi, functionName: 'jobCount' })
  let refused = 0
  service.wires.chain.fate = ({ body }) => {
    if (!body.includes(question)) return 'pass'
    refused += 1
    return 'cut'
  }
  const stop = await service.runWorker()
  await until(
    async () => refused,
    (count) => count >= 6,
  )
  const locked = await approvedDraft(clara, await openIssue(service))
  await callFromWallet(
    service,
    clara.person,
    createJobCall(service.chain.addresses.escrow, await termsOf(service, locked)),
  )
  await until(
    () => clara.person.call('getDraft', { params: { id: locked.id } }),
    ({ state }) => state === 'FUNDED',
    15,
  )
  service.wires.chain.mend()
  await stop()
})

test('of two workers one follows the chain; the other takes over when it is killed, and again when it stops', async () => {
  const first = spawnWorker(service)
  const [leader] = await until(leaders, (pids) => pids.length === 1)
  const stopSecond = await service.runWorker()
  await expectFundedByIndexer()
  expect(await leaders()).toEqual([leader])

  await killHard(first)
  const [next] = await until(leaders, (pids) => pids.length === 1 && pids[0] !== leader)
  expect(next).not.toBe(leader)
  await expectFundedByIndexer()

  const third = spawnWorker(service)
  await stopSecond()
  await until(leaders, (pids) => pids.length === 1 && pids[0] !== next)
  await expectFundedByIndexer()
  third.kill('SIGTERM')
  await until(
    async () => third.exitCode,
    (code) => code !== null,
  )
  expect(third.exitCode).toBe(0)
  expect(await leaders()).toEqual([])
})

test('a leader that hangs loses the lead to another worker, and does not take it back when it wakes', async () => {
  const first = spawnWorker(service)
  const [hung] = await until(leaders, (holders) => holders.length === 1)
  first.kill('SIGSTOP')
  const stopSecond = await service.runWorker()
  const lead = () => leaders().then((holders) => holders.filter((holder) => holder !== hung))
  const [next] = await until(lead, (holders) => holders.length === 1, 90)
  await expectFundedByIndexer()
  first.kill('SIGCONT')
  await expectFundedByIndexer()
  expect(await leaders()).toEqual([next])
  expect(first.exitCode).toBeNull()
  await stopSecond()
})
