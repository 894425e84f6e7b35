import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deployEscrow } from '#contracts/deploy.ts'
import { write } from '#test/agents.ts'
import { approveCall, batch, countJobs, createJobCall, readJob, termsOf } from '#test/escrow.ts'
import {
  allowanceOf,
  approvedDraft,
  askToFund,
  balances,
  budget,
  type Client,
  carryOut,
  type Draft,
  ended,
  fundedJob,
  index,
  mint,
  newKey,
  openIssue,
  readyClient,
  sendAs,
  type Transaction,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { callFromWallet, sendBundle } from '#test/wallet-app.ts'
import { erc20Abi } from '../../chain/abi/erc20.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import { reconcileChain } from './reconcile-chain.ts'

let service: Service
let clara: Client
let bea: Client
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  bea = await readyClient(service, 'bea', 'bea-both')
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.wallets.mend()
  await tidy(service)
})

type Funding = { draft: Draft; challenge: Awaited<ReturnType<typeof askToFund>> }

/** A draft in FUNDING whose challenge waits for its approval. */
async function openFunding(client: Client): Promise<Funding> {
  const locked = await approvedDraft(client, await openIssue(service, { repository: client.access.full_name }))
  const challenge = await askToFund(client.person, locked.id)
  return { draft: challenge.draft, challenge }
}

/** Has the provider name another transaction of the chain for everything it is asked about. */
function nameInstead(hash: Hex): void {
  service.wires.wallets.rewrite = (_, answer) => answer.replaceAll(/"txHash":"0x[0-9a-f]{64}"/g, `"txHash":"${hash}"`)
}

/** Approves the challenge while the provider names `hash` for it. The real call is made impossible first. */
async function carryOutAs(client: Client, funding: Funding, hash: Hex): Promise<Transaction> {
  nameInstead(hash)
  const { challenge } = funding
  await callFromWallet(service, client.person, approveCall(token(), escrow(), 0n))
  await client.person.approve(challenge.challenge_id, challenge.wallet_session)
  return ended(client.person, challenge.transaction_id)
}

async function expectUnfunded(client: Client, draft: Draft): Promise<void> {
  await index(service)
  const read = await client.person.call('getDraft', { params: { id: draft.id } })
  expect(read).toMatchObject({ state: 'FUNDING', onchain_job_id: null })
  expect(await service.sql`select 1 from jobs where draft_id = ${draft.id}`).toHaveLength(0)
  expect(await service.sql`select 1 from events where name = 'draft.funded' and subject_id = ${draft.id}`).toEqual([])
}

const token = () => service.chain.addresses.token
const escrow = () => service.chain.addresses.escrow

test('a look-alike JobCreated of another contract never becomes FUNDED (row 36)', async () => {
  const funding = await openFunding(clara)
  const { keys } = service.chain
  const other = await deployEscrow({
    rpcUrl: service.chain.rpcUrl,
    deployerKey: keys.deployer,
    token: token(),
    dispatcher: '0x00000000000000000000000000000000000000d1',
    registry: {
      registrar: '0x00000000000000000000000000000000000000d2',
      guardian: '0x00000000000000000000000000000000000000d3',
    },
  })
  await callFromWallet(service, clara.person, approveCall(token(), other.escrow, budget))
  const terms = await termsOf(service, funding.draft)
  const hash = await callFromWallet(service, clara.person, createJobCall(other.escrow, terms))
  const before = await balances(service, clara.wallet)

  const done = await carryOutAs(clara, funding, hash)
  expect(done).toMatchObject({ state: 'MISMATCHED', failure: { code: 'unexpected_effect' } })
  await expectUnfunded(clara, funding.draft)
  expect(await balances(service, clara.wallet)).toEqual(before)
})

test('a JobCreated with another term is quarantined, shown as unrecognised, and can be cancelled for its money (row 37)', async () => {
  const funding = await openFunding(clara)
  const terms = { ...(await termsOf(service, funding.draft)), workWindow: 7_200n }
  const before = await balances(service, clara.wallet)
  const hash = await callFromWallet(service, clara.person, createJobCall(escrow(), terms))
  const done = await carryOutAs(clara, funding, hash)
  expect(done).toMatchObject({ state: 'MISMATCHED', failure: { code: 'unexpected_effect' } })
  await expectUnfunded(clara, funding.draft)

  const id = await countJobs(service)
  const params = { onchain_job_id: String(id) }
  const job = await clara.person.call('getJob', { params })
  expect(job).toMatchObject({ recognised: false, draft_id: null, state: 'OPEN', held: { amount: '3.900000' } })
  const challenge = await clara.person.call('createActionChallenge', {
    params,
    body: { action: 'cancel' },
    idempotencyKey: newKey(),
  })
  service.wires.wallets.mend()
  expect(await carryOut(clara.person, challenge)).toMatchObject({ state: 'CONFIRMED', purpose: 'JOB_CANCEL' })
  expect(await clara.person.call('getJob', { params })).toMatchObject({
    state: 'CANCELLED',
    held: { amount: '0.000000' },
  })
  expect(await balances(service, clara.wallet)).toEqual(before)
})

test('an inner operation that failed inside a successful transaction is a failed transaction (row 38)', async () => {
  const funding = await openFunding(clara)
  await callFromWallet(service, clara.person, approveCall(token(), escrow(), 0n))
  const before = await balances(service, clara.wallet)
  const done = await carryOut(clara.person, funding.challenge)

  expect(done).toMatchObject({ state: 'FAILED', failure: { code: 'failed_on_chain' } })
  const receipt = await service.node.getTransactionReceipt({ hash: done.correlation.transaction_hash as Hex })
  expect(receipt.status).toBe('success')
  await expectUnfunded(clara, funding.draft)
  expect(await balances(service, clara.wallet)).toEqual(before)
})

test('another sender’s JobCreated with the same terms in the same bundle funds nobody’s draft (row 39)', async () => {
  const funding = await openFunding(clara)
  const terms = await termsOf(service, funding.draft)
  const own = approveCall(token(), escrow(), 0n)
  const hash = await sendBundle(service, [
    {
      wallet: bea.wallet,
      to: bea.wallet,
      data: batch([approveCall(token(), escrow(), budget), createJobCall(escrow(), terms)]),
    },
    { wallet: clara.wallet, to: own.address, data: encodeFunctionData(own) },
  ])
  const done = await carryOutAs(clara, funding, hash)
  expect(done).toMatchObject({ state: 'MISMATCHED' })
  await expectUnfunded(clara, funding.draft)
  const [job] = (await bea.person.call('listJobs')).data
  expect(job).toMatchObject({ recognised: false, client_address: bea.wallet })
})

test('an honest funding counts in whatever wrapper it comes, with a warning when the inner call is another', async () => {
  const { draft, challenge } = await openFunding(clara)
  const terms = await termsOf(service, draft)
  const other = approveCall(token(), escrow(), 0n)
  const hash = await sendBundle(service, [
    { wallet: bea.wallet, to: other.address, data: encodeFunctionData(other) },
    { wallet: clara.wallet, to: clara.wallet, data: batch([createJobCall(escrow(), terms)]) },
  ])
  nameInstead(hash)
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const done = await ended(clara.person, challenge.transaction_id)
  expect(done).toMatchObject({ state: 'CONFIRMED', correlation: { transaction_hash: hash } })
  expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDED' })
})

test('a draft is funded by its event even when the provider calls the transaction failed', async () => {
  const { draft, challenge } = await openFunding(clara)
  const hash = await callFromWallet(service, clara.person, createJobCall(escrow(), await termsOf(service, draft)))
  service.wires.wallets.rewrite = (_, answer) => answer.replaceAll(/"state":"[A-Z]+"/g, '"state":"FAILED"')
  await index(service)
  expect(await clara.person.call('getDraft', { params: { id: draft.id } })).toMatchObject({ state: 'FUNDED' })
  const params = { transaction_id: challenge.transaction_id }
  const read = await clara.person.call('getTransaction', { params })
  expect(read).toMatchObject({ state: 'CONFIRMED', correlation: { transaction_hash: hash } })
})

test('a late JobCreated of a superseded snapshot funds that snapshot', async () => {
  const { person, wallet } = clara
  const first = await approvedDraft(clara, await openIssue(service))
  const params = { id: first.id }
  expect(await person.call('reviewDraft', { params })).toMatchObject({ state: 'READY', snapshot: null })
  const relocked = await person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  expect(relocked.status).toBe('exists')
  expect(relocked.draft.snapshot?.ref).not.toBe(first.snapshot?.ref)

  const before = await balances(service, wallet)
  await callFromWallet(service, person, createJobCall(escrow(), await termsOf(service, first)))
  await index(service)
  const funded = await person.call('getDraft', { params })
  expect(funded).toMatchObject({ state: 'FUNDED', snapshot: { id: first.snapshot?.id } })
  const job = await person.call('getJob', { params: { onchain_job_id: funded.onchain_job_id ?? '' } })
  expect(job).toMatchObject({ recognised: true, commitments: { ref: first.snapshot?.ref } })
  const after = await balances(service, wallet)
  expect([before.wallet - after.wallet, after.escrow - before.escrow]).toEqual([budget, budget])
})

test('a late JobCreated of a deleted draft is adopted with its documents, and the draft stays deleted', async () => {
  const { person } = clara
  const locked = await approvedDraft(clara, await openIssue(service))
  const terms = await termsOf(service, locked)
  await person.call('deleteDraft', { params: { id: locked.id } })
  await callFromWallet(service, person, createJobCall(escrow(), terms))
  await index(service)
  const id = String(await countJobs(service))
  const job = await person.call('getJob', { params: { onchain_job_id: id } })
  expect(job).toMatchObject({ recognised: true, draft_id: null, commitments: { ref: terms.ref } })
  expect(job.task_document).toMatchObject({ schema: 'jobwright/task' })
  expect(await refusal(person.call('restoreDraft', { params: { id: locked.id } }))).toMatchObject({
    code: 'state_conflict',
    next_actions: [{ href: `/api/v1/client/jobs/${id}/` }],
  })
})

test('a JobCreated of a wallet that is not known here is nobody’s job', async () => {
  const { deployer } = service.chain.keys
  const stranger = service.node.account.address
  const terms = {
    ...(await termsOf(service, await approvedDraft(clara, await openIssue(service)))),
    ref: `0x${'5'.repeat(64)}` as const,
  }
  await mint(service, stranger, budget)
  await sendAs(service, deployer, approveCall(token(), escrow(), budget))
  await sendAs(service, deployer, createJobCall(escrow(), terms))
  await index(service)
  const id = await countJobs(service)
  expect((await readJob(service, id)).client).toBe(stranger)
  expect(await service.sql`select 1 from jobs where onchain_job_id = ${String(id)}`).toHaveLength(0)
  const params = { onchain_job_id: String(id) }
  expect(await refusal(clara.person.call('getJob', { params }))).toMatchObject({ status: 404, code: 'not_found' })
})

test('one event has one effect however often the chain is read', async () => {
  await fundedJob(clara, await openIssue(service))
  await index(service)
  const count = async () =>
    (await service.sql`select (select count(*) from jobs) as jobs, (select count(*) from events) as events`)[0]
  const before = await count()
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`delete from chain_logs`
    await tx`delete from chain_blocks`
    await tx`update chain_cursor set indexed_block = 0, applied_block = 0`
  })
  await index(service)
  await index(service)
  expect(await count()).toEqual(before)
  expect(
    (await service.sql`select count(*)::int as waiting from chain_logs where applied_at is null`)[0]?.waiting,
  ).toBe(0)
})

test('an approval of another amount is not the approval that was asked for (row 32)', async () => {
  const { person } = clara
  const draft = await person.call('createDraft', {
    body: {
      repository_access_id: clara.access.id,
      number: await openIssue(service),
      reward: { amount: '7', currency: 'USDC' },
    },
  })
  const params = { id: draft.id }
  await person.call('reviewDraft', { params })
  const hash = await callFromWallet(service, person, {
    address: token(),
    abi: erc20Abi,
    functionName: 'approve',
    args: [escrow(), 1n],
  })
  const answer = await person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  if (answer.status !== 'challenge') throw new Error('an approval was needed')
  nameInstead(hash)
  await person.approve(answer.challenge_id, answer.wallet_session)
  expect(await ended(person, answer.transaction_id)).toMatchObject({ state: 'MISMATCHED' })
  expect(await person.call('getDraft', { params })).toMatchObject({ state: 'LOCKED' })
  expect(await allowanceOf(service, clara.wallet)).toBeGreaterThan(1n)
})

test('a job that moved on since the block in effect is not reported as a difference', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const { escrow: address } = service.chain.addresses
  await callFromWallet(service, clara.person, {
    address,
    abi: jobEscrowAbi,
    functionName: 'cancel',
    args: [BigInt(id)],
  })
  await service.node.mine({ blocks: 20 })
  // As where an event was given its effect with the state of a final head that is newer than the cursor.
  await write(
    service,
    (tx) =>
      tx`update chain_cursor set applied_block = (select block_number - 1 from jobs where onchain_job_id = ${id})`,
  )
  expect(await reconcileChain(service.context())).toEqual([])
  await index(service)
  expect(await reconcileChain(service.context())).toEqual([])
})

test('a job whose newest event is newer than what the nodes call final is not compared yet', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const set = (block: bigint) =>
    write(
      service,
      (tx) => tx`update jobs set last_event_block = ${String(block)}, state = 'SUBMITTED' where onchain_job_id = ${id}`,
    )
  const [{ block } = {}] = await service.sql`select last_event_block as block from jobs where onchain_job_id = ${id}`
  const final = await service.services.chain.finalBlock()
  await set(final.number + 1_000n)
  expect(await reconcileChain(service.context())).toEqual([])
  await set(BigInt(block))
  expect(await reconcileChain(service.context())).toEqual([expect.stringContaining(`Job ${id} is SUBMITTED`)])
  await write(service, (tx) => tx`update jobs set state = 'OPEN' where onchain_job_id = ${id}`)
})
