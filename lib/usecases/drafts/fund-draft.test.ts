import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  allowanceOf,
  askToFund,
  balances,
  budget,
  type Client,
  carryOut,
  fundedJob,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
} from '../../../tools/test/journey.ts'
import { type Service, startService } from '../../../tools/test/service.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
})
afterAll(() => service.stop())

test('an issue becomes a funded job: exact allowance, exact payment, commitments that anybody can recompute', async () => {
  const { person, wallet } = clara
  const before = await balances(service, wallet)
  const { id } = await readyDraft(clara, 1)
  const approval = await person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  expect(approval).toMatchObject({ status: 'challenge', draft: { state: 'LOCKED' }, call: { action: 'approve' } })
  if (approval.status !== 'challenge') throw new Error('an approval was needed')
  expect(await carryOut(person, approval)).toMatchObject({ state: 'CONFIRMED', purpose: 'APPROVAL' })
  expect(await allowanceOf(service, wallet)).toBe(budget)
  expect(await balances(service, wallet)).toEqual(before)

  const funding = await askToFund(person, id)
  expect(funding).toMatchObject({ draft: { state: 'FUNDING' }, call: { contract: service.chain.addresses.escrow } })
  const done = await carryOut(person, funding)
  expect(done).toMatchObject({ state: 'CONFIRMED', failure: null, warnings: [] })

  const after = await balances(service, wallet)
  expect([before.wallet - after.wallet, after.escrow - before.escrow]).toEqual([budget, budget])
  expect(await allowanceOf(service, wallet)).toBe(0n)
  const draft = await person.call('getDraft', { params: { id } })
  expect(draft).toMatchObject({ state: 'FUNDED' })
  const job = await person.call('getJob', { params: { onchain_job_id: draft.onchain_job_id ?? '' } })
  expect(job).toMatchObject({ state: 'OPEN', recognised: true, held: { amount: '3.900000' }, draft_id: id })
  const commit = (document: unknown) => keccak256(stringToBytes(canonicalize(document) ?? ''))
  expect(job.commitments).toMatchObject({ task: commit(job.task_document), policy: commit(job.policy_document) })
})

test('a transaction record correlates every item of the table in the specification', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const { data } = await clara.person.call('listTransactions', {
    query: { draft: job.draft_id ?? '', purpose: 'FUNDING' },
  })
  const [funding] = data
  const receipt = await service.node.getTransactionReceipt({ hash: job.evidence.transaction_hash as `0x${string}` })
  expect(funding?.correlation).toEqual({
    idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    provider_challenge_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    provider_transaction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    provider_reference_id: funding?.id,
    provider_state: expect.any(String),
    user_operation_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    chain_id: service.chain.chainId,
    transaction_hash: receipt.transactionHash,
    block_number: receipt.blockNumber.toString(),
    block_hash: receipt.blockHash,
    log_index: job.evidence.log_index,
    expected_contract: service.chain.addresses.escrow,
    expected_action: 'createJob',
    expected_calldata_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
})

test('every change of state of the way has an event with its evidence', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const rows = await service.sql`
    select name, from_state, to_state from events where subject_type = 'draft' and subject_id = ${job.draft_id} order by id`
  expect(rows.map(({ name, from_state, to_state }) => [name, from_state, to_state])).toEqual([
    ['draft.created', null, 'DRAFT'],
    ['draft.reviewed', 'DRAFT', 'READY'],
    ['draft.locked', 'READY', 'LOCKED'],
    ['draft.funding', 'LOCKED', 'FUNDING'],
    ['draft.funded', 'FUNDING', 'FUNDED'],
  ])
})
