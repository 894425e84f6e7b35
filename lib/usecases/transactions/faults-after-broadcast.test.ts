import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WalletFaults, walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { expectMoneyKept } from '#test/invariants.ts'
import {
  approvedDraft,
  askToEnd,
  askToFund,
  balances,
  budget,
  type Client,
  carryOut,
  ended,
  fundedJob,
  index,
  look,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  sendAs,
  type Transaction,
  tidy,
} from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { accelerate, callFromWallet } from '#test/wallet-app.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import { adoptLateEvents } from './adopt-late-events.ts'

let service: Service
let clara: Client
let faults: WalletFaults
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  faults = walletFaults(service.wallets.url)
})
afterAll(() => service.stop())
afterEach(async () => {
  await expectMoneyKept(service)
  service.wires.wallets.mend()
  await faults.set({})
  await tidy(service)
})

const readDraft = (id: string) => clara.person.call('getDraft', { params: { id } })

async function openFunding() {
  const draft = await approvedDraft(clara, await openIssue(service))
  return { draft, challenge: await askToFund(clara.person, draft.id), before: await balances(service, clara.wallet) }
}

async function spent(before: { escrow: bigint }): Promise<bigint> {
  return (await balances(service, clara.wallet)).escrow - before.escrow
}

/** Every hash under which the transaction was seen, until it ended. */
async function hashesUntilEnd(id: string): Promise<{ done: Transaction; hashes: (string | null)[] }> {
  const hashes = new Set<string | null>()
  const done = await until(
    async () => {
      const seen = await look(clara.person, id)
      if (seen.correlation.transaction_hash) hashes.add(seen.correlation.transaction_hash)
      return seen
    },
    ({ ended_at }) => ended_at !== null,
  )
  return { done, hashes: [...hashes] }
}

test('a transaction that is replaced under another hash is followed there', async () => {
  const { draft, challenge, before } = await openFunding()
  await faults.set({ nextTransactions: [{ replaced: true, pauseAt: 'SENT' }] })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const sent = await until(
    () => look(clara.person, challenge.transaction_id),
    ({ correlation }) => correlation.transaction_hash !== null,
  )
  await faults.resume()
  const { done, hashes } = await hashesUntilEnd(challenge.transaction_id)
  const all = [...new Set([sent.correlation.transaction_hash, ...hashes])]
  expect(done).toMatchObject({ state: 'CONFIRMED', correlation: { transaction_hash: all.at(-1) } })
  expect(all).toHaveLength(2)
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDED' })
  expect(await spent(before)).toBe(budget)
})

test('what is stuck after it was sent says so, and its new hash is followed once it is sped up', async () => {
  const { challenge, before } = await openFunding()
  await faults.set({ nextTransactions: [{ stuckAfter: 'SENT' }] })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const stuck = await until(
    () => look(clara.person, challenge.transaction_id),
    ({ correlation }) => correlation.provider_state === 'STUCK',
  )
  expect(stuck).toMatchObject({
    state: 'BROADCAST',
    awaiting: { who: 'client', text: expect.stringContaining('stuck') },
  })
  expect(stuck.next_actions.map(({ code }) => code)).toEqual(['speed_up', 'look_again'])
  expect(await spent(before)).toBe(0n)
  await accelerate(service, clara.person, stuck.correlation.provider_transaction_id ?? '')
  const done = await ended(clara.person, challenge.transaction_id)
  expect(done.state).toBe('CONFIRMED')
  expect(done.correlation.transaction_hash).not.toBe(stuck.correlation.transaction_hash)
  expect(await spent(before)).toBe(budget)
})

test('a failed inner operation in a successful transaction is a failure with its reason, and funding can be repeated (row 38)', async () => {
  const { draft, challenge, before } = await openFunding()
  await faults.set({ nextTransactions: [{ innerFailure: true }] })
  const failed = await carryOut(clara.person, challenge)
  expect(failed).toMatchObject({
    state: 'FAILED',
    failure: { code: 'failed_on_chain' },
    correlation: { log_index: null },
  })
  expect(failed.failure?.detail).toMatch(/inner operation failed/)
  const hash = failed.correlation.transaction_hash as `0x${string}`
  expect((await service.node.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await spent(before)).toBe(0n)
  const again = await askToFund(clara.person, draft.id)
  expect(await carryOut(clara.person, again)).toMatchObject({ state: 'CONFIRMED' })
  expect(await spent(before)).toBe(budget)
})

test('an approval whose inner operation failed can be asked for again', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '7', currency: 'USDC' } })
  const ask = () => clara.person.call('createApprovalChallenge', { params: { id }, idempotencyKey: newKey() })
  await faults.set({ nextTransactions: [{ innerFailure: true }] })
  const first = await ask()
  if (first.status !== 'challenge') throw new Error('an approval was needed')
  expect(await carryOut(clara.person, first)).toMatchObject({ state: 'FAILED', failure: { code: 'failed_on_chain' } })
  const second = await ask()
  if (second.status !== 'challenge') throw new Error('an approval was needed')
  expect(await carryOut(clara.person, second)).toMatchObject({ state: 'CONFIRMED' })
})

test('the provider says that it failed, the chain carried it out: the chain is right', async () => {
  const { draft, challenge, before } = await openFunding()
  await faults.set({ nextTransactions: [{ failAfterBroadcast: true, errorReason: 'FAILED_REORG' }] })
  const done = await carryOut(clara.person, challenge)
  expect(done).toMatchObject({ state: 'CONFIRMED', failure: null })
  expect(await readDraft(draft.id)).toMatchObject({ state: 'FUNDED' })
  expect(await spent(before)).toBe(budget)
})

test('a funding that ended here funds its draft and is confirmed when its event lands later', async () => {
  const { draft, challenge, before } = await openFunding()
  service.wires.wallets.rewrite = ({ path }, answer) =>
    path.includes('/user/challenges/')
      ? answer
          .replace(/"status":"\w+"/, '"status":"EXPIRED"')
          .replace(/"correlationIds":\[[^\]]*\]/, '"correlationIds":[]')
      : answer
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  expect(await ended(clara.person, challenge.transaction_id)).toMatchObject({ state: 'EXPIRED' })
  await until(
    () => spent(before),
    (units) => units === budget,
  )
  await index(service)
  const funded = await readDraft(draft.id)
  expect(funded).toMatchObject({ state: 'FUNDED', onchain_job_id: expect.any(String) })
  expect(await look(clara.person, challenge.transaction_id)).toMatchObject({
    state: 'CONFIRMED',
    failure: null,
  })
})

test('the provider never tells the hash of a cancellation: the escrow’s event settles it', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const params = { onchain_job_id: job.onchain_job_id }
  const challenge = await askToCancel(job.onchain_job_id)
  hideHashes()
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  const waiting = await until(
    () => look(clara.person, challenge.transaction_id),
    ({ correlation }) => correlation.provider_state === 'COMPLETE',
  )
  expect(waiting).toMatchObject({ state: 'SUBMITTED', correlation: { transaction_hash: null } })
  await index(service)
  const done = await ended(clara.person, challenge.transaction_id)
  expect(done).toMatchObject({
    state: 'CONFIRMED',
    correlation: { log_index: expect.any(Number), block_hash: expect.any(String) },
  })
  expect(await clara.person.call('getJob', { params })).toMatchObject({
    state: 'CANCELLED',
    held: { amount: '0.000000' },
  })
})

test('the provider never tells the hash of an approval: the allowance on chain frees the way after a while', async () => {
  const { id } = await readyDraft(clara, await openIssue(service), { reward: { amount: '8', currency: 'USDC' } })
  const params = { id }
  const answer = await clara.person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })
  if (answer.status !== 'challenge') throw new Error('an approval was needed')
  hideHashes()
  await clara.person.approve(answer.challenge_id, answer.wallet_session)
  await until(
    () => look(clara.person, answer.transaction_id),
    ({ correlation }) => correlation.provider_state === 'COMPLETE',
  )
  expect(await look(clara.person, answer.transaction_id)).toMatchObject({ state: 'SUBMITTED' })
  await forget(answer.transaction_id, '11 minutes')
  expect(await look(clara.person, answer.transaction_id)).toMatchObject({
    state: 'EXPIRED',
    failure: { code: 'allowance_seen' },
  })
  service.wires.wallets.mend()
  expect(await clara.person.call('createApprovalChallenge', { params, idempotencyKey: newKey() })).toMatchObject({
    status: 'exists',
  })
  expect(await carryOut(clara.person, await askToFund(clara.person, id))).toMatchObject({ state: 'CONFIRMED' })
})

test('a cancellation made in the wallet app settles the challenge that was still open for it', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const open = await askToCancel(job.onchain_job_id)
  const { escrow } = service.chain.addresses
  const call = { address: escrow, abi: jobEscrowAbi, functionName: 'cancel', args: [BigInt(job.onchain_job_id)] }
  const hash = await callFromWallet(service, clara.person, call)
  await index(service)
  expect(await ended(clara.person, open.transaction_id)).toMatchObject({
    state: 'CONFIRMED',
    correlation: { transaction_hash: hash },
  })
})

test('a challenge to cancel stays open while the job may still become open again, and says why it is refused now', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const open = await askToCancel(job.onchain_job_id)
  await assignAgent(job.onchain_job_id)
  const seen = await look(clara.person, open.transaction_id)
  expect(seen).toMatchObject({ state: 'CHALLENGE_ISSUED', warnings: [expect.stringContaining('ASSIGNED')] })
  expect(await look(clara.person, open.transaction_id)).toMatchObject({ warnings: seen.warnings })
})

test('a cancellation approved after a worker took the job says so, on the transaction and in the job’s timeline', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const before = await balances(service, clara.wallet)
  const open = await askToCancel(job.onchain_job_id)
  await assignAgent(job.onchain_job_id)
  const failed = await carryOut(clara.person, open)
  const href = `/api/v1/client/jobs/${job.onchain_job_id}/`
  expect(failed).toMatchObject({
    state: 'FAILED',
    failure: { code: 'failed_on_chain', detail: expect.stringMatching(/^A worker took the job before/) },
    next_actions: [{ code: 'open_job', method: 'GET', href, who: 'client' }],
  })
  expect(failed.next_actions).toHaveLength(1)
  await index(service)
  const after = await clara.person.call('getJob', { params: { onchain_job_id: job.onchain_job_id } })
  expect(after.state).toBe('ASSIGNED')
  const cancelFailures = after.timeline.filter(({ name }) => name === 'job.cancel_failed')
  expect(cancelFailures).toMatchObject([
    { evidence: { reason: failed.failure?.detail, transaction_hash: failed.correlation.transaction_hash } },
  ])
  expect(await balances(service, clara.wallet)).toEqual(before)
})

test.each(['EXPIRED', 'CANCELLED', 'FAILED'])(
  'a cancellation that happened is confirmed with its hash, though its transaction had ended as %s',
  async (state) => {
    const job = await fundedJob(clara, await openIssue(service))
    const open = await askToCancel(job.onchain_job_id)
    await service.sql.begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      await tx`update transactions set state = ${state}, ended_at = now(), failure_code = 'action_not_allowed'
        where id = ${open.transaction_id}`
    })
    await clara.person.approve(open.challenge_id, open.wallet_session)
    await until(
      async () => {
        await index(service)
        return (await clara.person.call('getJob', { params: { onchain_job_id: job.onchain_job_id } })).state
      },
      (value) => value === 'CANCELLED',
    )
    expect(await look(clara.person, open.transaction_id)).toMatchObject({
      state: 'CONFIRMED',
      failure: null,
      correlation: { transaction_hash: expect.stringMatching(/^0x/) },
    })
  },
)

test('a funding and a cancellation that were booked as ended after their event are confirmed by the next sweep', async () => {
  const change = (statement: (tx: Service['sql']) => unknown) =>
    service.sql.begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      await statement(tx as unknown as Service['sql'])
    })
  const draft = await approvedDraft(clara, await openIssue(service))
  const funding = await askToFund(clara.person, draft.id)
  const [intent] = await service.sql`select snapshot_id from transactions where id = ${funding.transaction_id}`
  await change((tx) => tx`update transactions set snapshot_id = null where id = ${funding.transaction_id}`)
  await clara.person.approve(funding.challenge_id, funding.wallet_session)
  const { onchain_job_id } = await until(
    async () => {
      await index(service)
      return clara.person.call('getDraft', { params: { id: draft.id } })
    },
    ({ state }) => state === 'FUNDED',
  )
  const jobId = onchain_job_id ?? ''
  const cancel = await askToCancel(jobId)
  await change((tx) => tx`update transactions set onchain_job_id = null where id = ${cancel.transaction_id}`)
  await clara.person.approve(cancel.challenge_id, cancel.wallet_session)
  await until(
    async () => {
      await index(service)
      return clara.person.call('getJob', { params: { onchain_job_id: jobId } })
    },
    ({ state }) => state === 'CANCELLED',
  )
  await change(
    (tx) => tx`
    update transactions set state = 'EXPIRED', ended_at = now(), failure_code = 'action_not_allowed',
      snapshot_id = case id when ${funding.transaction_id} then ${intent?.snapshot_id}::uuid end,
      onchain_job_id = case id when ${cancel.transaction_id} then ${jobId}::numeric end
    where id in (${funding.transaction_id}, ${cancel.transaction_id})`,
  )

  await adoptLateEvents(service.context())
  for (const { transaction_id } of [funding, cancel])
    expect(await look(clara.person, transaction_id)).toMatchObject({
      state: 'CONFIRMED',
      failure: null,
      correlation: { transaction_hash: expect.stringMatching(/^0x/) },
    })
  await adoptLateEvents(service.context())
})

test('a challenge to cancel ends once the job can never be cancelled again', async () => {
  const job = await fundedJob(clara, await openIssue(service), { open_seconds: 86_400, max_attempts: 1 })
  const open = await askToCancel(job.onchain_job_id)
  const call = { address: service.chain.addresses.escrow, abi: jobEscrowAbi, functionName: 'claimRefund' }
  await service.node.increaseTime({ seconds: 90_000 })
  await callFromWallet(service, clara.person, { ...call, args: [BigInt(job.onchain_job_id)] })
  await index(service)
  expect(await ended(clara.person, open.transaction_id)).toMatchObject({
    state: 'EXPIRED',
    failure: { code: 'action_not_allowed', detail: expect.stringContaining('REFUNDED') },
  })
})

async function assignAgent(jobId: string): Promise<void> {
  const { registry: address, escrow } = service.chain.addresses
  const [agent, key] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())]
  const owner = `0x${'7'.repeat(64)}`
  const { registrar, dispatcher } = service.chain.keys
  await sendAs(service, registrar, {
    address,
    abi: agentRegistryAbi,
    functionName: 'registerAgent',
    args: [agent, owner, 1, key],
  })
  const drawCommit = `0x${'1'.repeat(64)}`
  const args = [BigInt(jobId), agent, drawCommit]
  const assign = { address: escrow, abi: jobEscrowAbi, functionName: 'assign', args }
  await sendAs(service, dispatcher, assign)
}

const askToCancel = (jobId: string) => askToEnd(clara.person, jobId, 'cancel')

function hideHashes(): void {
  service.wires.wallets.rewrite = ({ path }, answer) =>
    path.includes('/transactions') ? answer.replaceAll(/"(txHash|userOpHash)":"0x[0-9a-f]*"/g, '"$1":""') : answer
}

/** Nothing new was learnt about the transaction for that long. */
async function forget(id: string, since: string): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update transactions set updated_at = now() - ${since}::interval where id = ${id}`
  })
}
