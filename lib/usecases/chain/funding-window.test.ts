import { afterAll, beforeAll, expect, test } from 'vitest'
import { walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { createJobCall, termsOf } from '#test/escrow.ts'
import {
  approvedDraft,
  askToFund,
  balances,
  type Client,
  carryOut,
  ended,
  index,
  newKey,
  openIssue,
  readyClient,
} from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { callFromWallet } from '#test/wallet-app.ts'

let service: Service
let clara: Client
// Blocks come only with transactions or when a test asks for them.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { FUND_BY_SECONDS: '600' } })
  clara = await readyClient(service)
})
afterAll(() => service.stop())

const readDraft = (id: string) => clara.person.call('getDraft', { params: { id } })

test('FUNDING ends only when a final block is later than fundBy, and funding again renews the terms', async () => {
  const { person, wallet } = clara
  const locked = await approvedDraft(clara, await openIssue(service))
  const { fundBy } = await termsOf(service, locked)
  const before = await balances(service, wallet)
  const first = await askToFund(person, locked.id)
  await walletFaults(service.wallets.url).expire('challenges')
  const expired = await ended(person, first.transaction_id)
  expect(expired).toMatchObject({ state: 'EXPIRED', failure: { code: 'challenge_expired' } })
  expect(await readDraft(locked.id)).toMatchObject({ state: 'FUNDING' })

  const second = await askToFund(person, locked.id)
  expect(second.draft.snapshot?.ref).toBe(first.draft.snapshot?.ref)
  expect(second.call.calldata_hash).toBe(first.call.calldata_hash)
  const indexer = service.context({ CHAIN_CONFIRMATIONS: '2' })
  await service.node.setNextBlockTimestamp({ timestamp: fundBy - 3n })
  const seen: { state: string; final: bigint; latest: bigint }[] = []
  await until(
    async () => {
      const final = await indexer.chain.finalBlock()
      const { state } = await readDraft(locked.id)
      const latest = await indexer.chain.latestBlock()
      seen.push({ state, final: final.timestamp, latest: latest.timestamp })
      await index(service, indexer)
      await service.node.mine({ blocks: 1 })
      return state
    },
    (state) => state === 'LOCKED',
  )
  for (const { state, final } of seen.slice(0, -1)) if (final <= fundBy) expect(state).toBe('FUNDING')
  expect(seen.at(-1)?.final).toBeGreaterThan(fundBy)
  expect(seen.some(({ state, final, latest }) => state === 'FUNDING' && final <= fundBy && latest > fundBy)).toBe(true)
  expect(await balances(service, wallet)).toEqual(before)
  const { data } = await person.call('listTransactions', { query: { draft: locked.id, purpose: 'FUNDING' } })
  expect(data.map(({ state }) => state)).toEqual(['EXPIRED', 'EXPIRED'])

  const renewed = await askToFund(person, locked.id)
  expect(renewed.draft).toMatchObject({ state: 'FUNDING', snapshot: { budget: locked.snapshot?.budget } })
  expect(renewed.draft.snapshot?.ref).not.toBe(locked.snapshot?.ref)
  expect(await carryOut(person, renewed)).toMatchObject({ state: 'CONFIRMED' })
  expect(await readDraft(locked.id)).toMatchObject({ state: 'FUNDED' })
})

test('a reference that was used up with other terms does not hold its draft in FUNDING forever', async () => {
  const { person } = clara
  const locked = await approvedDraft(clara, await openIssue(service))
  await askToFund(person, locked.id)
  const terms = { ...(await termsOf(service, locked)), workWindow: 7_200n }
  await callFromWallet(service, person, createJobCall(service.chain.addresses.escrow, terms))
  await index(service)
  expect(await readDraft(locked.id)).toMatchObject({ state: 'FUNDING' })
  await service.node.increaseTime({ seconds: 601 })
  await service.node.mine({ blocks: 1 })
  await index(service)
  const freed = await readDraft(locked.id)
  expect(freed.state).toBe('LOCKED')
  expect(freed.onchain_job_id).toBeNull()
  expect((await person.call('listJobs')).data[0]).toMatchObject({ recognised: false, state: 'OPEN' })
  // Its terms are too old to be funded, and the allowance is used up: approving freezes new ones.
  const renewed = await person.call('createApprovalChallenge', { params: { id: locked.id }, idempotencyKey: newKey() })
  expect(renewed).toMatchObject({ status: 'challenge', draft: { state: 'LOCKED' } })
  expect(renewed.draft.snapshot?.ref).not.toBe(locked.snapshot?.ref)
})
