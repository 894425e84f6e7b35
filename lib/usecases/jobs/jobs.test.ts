import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approvedDraft,
  askToEnd,
  askToFund,
  balanceOf,
  type Client,
  carryOut,
  fundedJob,
  index,
  look,
  openIssue,
  readyClient,
  signInClient,
} from '#test/journey.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import type { ReplyOf } from '../../client/api.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'

let service: Service
let clara: Client
beforeAll(async () => {
  service = await startService({ env: { FUND_BY_SECONDS: '600' } })
  clara = await readyClient(service)
  await service.runWorker()
})
afterAll(() => service.stop())

type Job = ReplyOf<'getJob'>
const paramsOf = (job: Pick<Job, 'onchain_job_id'>) => ({ onchain_job_id: job.onchain_job_id })
const act = (job: Job, action?: 'cancel' | 'refund', person = clara.person) =>
  askToEnd(person, job.onchain_job_id, action)

/** The first second in which anyone may return the money. */
const openUntilOf = (job: Job) => new Date(Date.parse(job.open_until) + 1_000).toISOString()

async function inState(job: Job, state: string): Promise<Job> {
  await expect
    .poll(async () => (await clara.person.call('getJob', { params: paramsOf(job) })).state, { timeout: 20_000 })
    .toBe(state)
  return clara.person.call('getJob', { params: paramsOf(job) })
}

test('a funded job shows its documents, commitments, evidence and what its client can do', async () => {
  const job = await fundedJob(clara, await openIssue(service, { title: 'A job to look at' }))
  expect(job).toMatchObject({
    state: 'OPEN',
    recognised: true,
    title: 'A job to look at',
    held: { amount: '3.900000' },
  })
  expect(job.evidence).toMatchObject({ transaction_hash: expect.stringMatching(/^0x/), log_index: expect.any(Number) })
  expect(service.services.chain.commit(job.task_document ?? {})).toBe(job.commitments.task)
  expect(service.services.chain.commit(job.policy_document ?? {})).toBe(job.commitments.policy)
  expect(job.timeline.map((entry) => entry.name)).toEqual(['job.funded'])
  expect(job.pending_actions.map((action) => action.code)).toContain('cancel')
})

test('cancelling returns everything to the base unit, ends the job, and cannot be done twice', async () => {
  const before = await balanceOf(service, clara.wallet)
  const job = await fundedJob(clara, await openIssue(service))
  const challenge = await act(job, 'cancel')
  expect(await act(job)).toMatchObject({ action: 'cancel', challenge_id: challenge.challenge_id })
  expect((await carryOut(clara.person, challenge)).state).toBe('CONFIRMED')
  const ended = await inState(job, 'CANCELLED')
  expect(ended.held.amount).toBe('0.000000')
  expect(await balanceOf(service, clara.wallet)).toBe(before)
  expect(await refusal(act(job, 'cancel'))).toMatchObject({
    status: 409,
    code: 'action_not_allowed',
    detail: 'Only an OPEN job can be cancelled; this one is CANCELLED.',
    next_actions: [{ code: 'open_job', method: 'GET', href: `/api/v1/client/jobs/${job.onchain_job_id}/` }],
  })
  expect(await refusal(act(job))).toMatchObject({
    detail: expect.stringContaining('nothing the client can do with it now'),
  })
  expect(ended.timeline.map((entry) => entry.name)).toEqual(['job.funded', 'job.cancelled'])
})

test('an action that the contract does not allow now is refused, with what it does allow', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const refused = await refusal(act(job, 'refund'))
  expect(refused).toMatchObject({ status: 409, code: 'action_not_allowed' })
  expect(refused.detail).toContain(`It is too early. A refund opens at ${openUntilOf(job)}`)
  expect(refused.next_actions.map((action) => action.code)).toContain('cancel')
  expect(await service.sql`select id from transactions where onchain_job_id = ${job.onchain_job_id}`).toHaveLength(0)
})

test('after the time to find a worker anyone may return the money, and the books follow', async () => {
  const before = await balanceOf(service, clara.wallet)
  const job = await fundedJob(clara, await openIssue(service), { open_seconds: 3_600 })
  const actions = async () => {
    const { pending_actions } = await clara.person.call('getJob', { params: paramsOf(job) })
    return pending_actions.map(({ code }) => code)
  }
  expect(await actions()).not.toContain('claim_refund')
  await service.node.increaseTime({ seconds: 3_601 })
  await service.node.mine({ blocks: 1 })
  await expect.poll(actions, { timeout: 30_000 }).toContain('claim_refund')
  const { state, failure } = await carryOut(clara.person, await act(job, 'refund'))
  // The worker program returns it as well, and may have been first; then the person's own call says so.
  if (state !== 'CONFIRMED') expect(failure?.detail).toContain('REFUNDED before')
  expect((await inState(job, 'REFUNDED')).held.amount).toBe('0.000000')
  expect(await balanceOf(service, clara.wallet)).toBe(before)
})

test('another person’s job is as unknown as a missing one, for reading and for acting (row 20)', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const bea = await signInClient(service, 'bea')
  const foreign = await refusal(bea.call('getJob', { params: paramsOf(job) }))
  const missing = await refusal(bea.call('getJob', { params: { onchain_job_id: '99999999' } }))
  expect(foreign).toMatchObject({ status: 404, code: 'not_found', detail: missing.detail })
  expect(await refusal(act(job, 'cancel', bea))).toMatchObject({ status: 404, code: 'not_found' })
  expect((await bea.call('listJobs')).data).toEqual([])
})

test('jobs are listed newest first, by state, in pages that neither repeat nor skip', async () => {
  const all = (await clara.person.call('listJobs', { query: { limit: '100' } })).data.map((job) => job.onchain_job_id)
  expect(all).toEqual([...all].sort((a, b) => Number(BigInt(b) - BigInt(a))))
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: ReplyOf<'listJobs'> = await clara.person.call('listJobs', {
      query: { limit: '2', ...(cursor && { cursor }) },
    })
    paged.push(...page.data.map((job) => job.onchain_job_id))
    cursor = page.next_cursor
  }
  expect(paged).toEqual(all)
  const open = (await clara.person.call('listJobs', { query: { state: 'OPEN', limit: '100' } })).data
  expect(open.every((job) => job.state === 'OPEN')).toBe(true)
  expect(await refusal(clara.person.call('listJobs', { query: { cursor: 'bm90LWEtbnVtYmVy' } }))).toMatchObject({
    status: 400,
  })
})

test('what the dashboard says is held equals what the escrow holds for these jobs', async () => {
  await index(service)
  const dashboard = await clara.person.call('getClientDashboard')
  const jobs = (await clara.person.call('listJobs', { query: { limit: '100' } })).data
  const sum = jobs.reduce((total, job) => total + BigInt(job.held.amount.replace('.', '')), 0n)
  expect(BigInt(dashboard.held_in_escrow.amount.replace('.', ''))).toBe(sum)
  expect(Object.values(dashboard.jobs).reduce((total, count) => total + count, 0)).toBe(jobs.length)
})

test('the latest events name what they are about, and never what belongs to another person', async () => {
  const { onchain_job_id: id, title } = await fundedJob(clara, await openIssue(service))
  const stranger = await signInClient(service, 'bea')
  const strangers = await stranger.call('getMe')
  await inTransaction(service.services.db, (tx) =>
    recordEvent(tx, {
      actor: { kind: 'system', name: 'test' },
      userId: strangers.user.id,
      name: 'job.funded',
      subject: { type: 'job', id },
    }),
  )
  const seen = async (person: Person) =>
    (await person.call('getClientDashboard')).events.filter((event) => event.subject_id === id)
  expect(await seen(clara.person)).toContainEqual(expect.objectContaining({ name: 'job.funded', title }))
  expect(await seen(stranger)).toEqual([expect.objectContaining({ name: 'job.funded', title: null })])
})

test('money that the token refused to deliver is collected for its account once the token allows', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const before = await balanceOf(service, clara.wallet)
  const { token } = service.chain.addresses
  const code = await service.node.getCode({ address: token })
  if (!code) throw new Error('the token has no code')
  const challenge = await act(job, 'cancel')
  // Answers every call with false, as a token does that refuses a transfer.
  await service.node.setCode({ address: token, bytecode: '0x600060005260206000f3' })
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  await inState(job, 'CANCELLED')
  expect(await service.services.chain.owed(clara.wallet)).toBe(BigInt(job.held.amount.replace('.', '')))
  await service.node.setCode({ address: token, bytecode: code })
  await expect
    .poll(() => balanceOf(service, clara.wallet), { timeout: 30_000 })
    .toBe(before + BigInt(job.held.amount.replace('.', '')))
  expect(await service.services.chain.owed(clara.wallet)).toBe(0n)
})

test('a funding transaction names the job that it created, and a challenge says when it can have no effect any more', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const { data } = await clara.person.call('listTransactions', { query: { draft: job.draft_id ?? '' } })
  const funding = data.find(({ purpose }) => purpose === 'FUNDING')
  expect(funding).toMatchObject({ onchain_job_id: job.onchain_job_id })
  const draft = await approvedDraft(clara, await openIssue(service))
  const challenge = await askToFund(clara.person, draft.id)
  expect(challenge.expires_at).toBe(challenge.draft.snapshot?.fund_by)
  await carryOut(clara.person, challenge)
})

test('an action says until when it can be done, the same on the draft, its transaction and the overview', async () => {
  const draft = await approvedDraft(clara, await openIssue(service))
  const needs = async () => (await clara.person.call('getOverview')).pending_actions
  const untilOf = (actions: readonly { code: string; until: string | null }[], code: string) =>
    actions.find((action) => action.code === code)?.until
  const fundBy = draft.snapshot?.fund_by ?? ''
  expect(untilOf(draft.next_actions, 'fund')).toBe(fundBy)
  expect(untilOf(await needs(), 'fund')).toBe(fundBy)
  expect(untilOf(draft.next_actions, 'review')).toBeNull()

  const funding = await askToFund(clara.person, draft.id)
  const asked = await look(clara.person, funding.transaction_id)
  expect(asked.awaiting?.until).toBe(fundBy)
  expect(untilOf(asked.next_actions, 'report_challenge')).toBe(fundBy)
  expect(untilOf(await needs(), 'await_funding')).toBe(fundBy)
  await carryOut(clara.person, funding)
})

test('another action than the one under way is refused with the way to follow that one', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  const cancel = await act(job, 'cancel')
  expect(await refusal(act(job, 'refund'))).toMatchObject({
    status: 409,
    code: 'state_conflict',
    detail: expect.stringContaining('cancellation'),
    next_actions: [{ code: 'follow_transaction', href: `/api/v1/client/transactions/${cancel.transaction_id}/` }],
  })
  expect(await act(job)).toMatchObject({ action: 'cancel', challenge_id: cancel.challenge_id })
})

test('a timeline keeps the newest hundred events and pages through the earlier ones', async () => {
  const job = await fundedJob(clara, await openIssue(service))
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`insert into events (id, actor_kind, actor_id, subject_type, subject_id, name, evidence, user_id, created_at)
      select ('01' || lpad(to_hex(n), 6, '0') || '-0000-7000-8000-000000000000')::uuid, 'system', 'test', 'job', ${job.onchain_job_id},
        'job.offered', jsonb_build_object('n', n), null, now() from generate_series(1, 150) n`
  })
  const read = await clara.person.call('getJob', { params: paramsOf(job) })
  expect(read.timeline).toHaveLength(100)
  expect(read.timeline.at(-1)?.name).toBe('job.funded')
  const earlier = await clara.person.call('listJobTimeline', {
    params: paramsOf(job),
    query: { cursor: read.timeline_cursor ?? '', limit: '100' },
  })
  expect(earlier).toMatchObject({ next_cursor: null })
  const numbers = [...earlier.data.toReversed(), ...read.timeline].map(({ evidence }) => evidence.n).filter(Boolean)
  expect(numbers).toEqual(Array.from({ length: 150 }, (_, n) => n + 1))
  const stranger = await signInClient(service, 'bea')
  expect(await refusal(stranger.call('listJobTimeline', { params: paramsOf(job) }))).toMatchObject({ status: 404 })
})
