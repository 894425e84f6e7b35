import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { work, write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  type Job,
  readJob,
  readyCrew,
  vote,
} from '#test/crew.ts'
import { createJobCall, termsOf } from '#test/escrow.ts'
import {
  approvedDraft,
  atHost,
  type Client,
  carryOut,
  fundedJob,
  index,
  newKey,
  openIssue,
  readyClient,
  signInClient,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { takeOffer } from '#test/take-offer.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { parseAmount } from '../../domain/money.ts'
import { type OutcomeName, outcomesOf } from '../../domain/outcomes.ts'
import { reconcileChain } from '../chain/reconcile-chain.ts'
import { reindex } from '../chain/reindex.ts'
import { readUsualReward } from '../drafts/read-usual-reward.ts'

const content = 'export const slugify = (text) => text.toLowerCase()\n'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())
afterEach(() => service.wires.host.mend())

const paramsOf = (id: string) => ({ onchain_job_id: id })
const inState = (id: string, state: Job['state']) =>
  advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    (job) => job.state === state,
  )

/** A job whose one result the whole panel accepts, or rejects. */
async function judged(isAccepted: boolean, more: object = {}): Promise<Job> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), more)
  const panel = await deliver(service, crew, await assign(service, crew, id), content)
  for (const seat of panel) await vote(seat, isAccepted)
  return inState(id, isAccepted ? 'SETTLED' : 'REJECTED')
}

async function end(job: Job, action: 'cancel' | 'refund'): Promise<Job> {
  const { onchain_job_id: id } = job
  const body = { action }
  const asked = await clara.person.call('createActionChallenge', {
    params: paramsOf(id),
    body,
    idempotencyKey: newKey(),
  })
  await carryOut(clara.person, asked)
  await index(service)
  return readJob(clara.person, id)
}

const jobAt = (id: string) => `/api/v1/client/jobs/${id}/`
const needsAbout = async (id: string) =>
  (await clara.person.call('getClientDashboard')).pending_actions.filter(({ href }) => href?.startsWith(jobAt(id)))

const readBase = (id: string, path: string, person = clara.person) =>
  person.call('getResultBaseFile', { params: paramsOf(id), query: { path } })

describe('what was known of a job before its funding', () => {
  const terms = { reward: 3_000_000n, verifierFee: 100_000n, verifiers: 3, quorum: 2, silenceShareBps: 5_000 }

  /** What the escrow's events say was paid, in the words of the table. */
  function sharesOf({ accounts }: Job) {
    const sum = (kind: (typeof accounts.payments)[number]['kind']) =>
      accounts.payments
        .filter((payment) => payment.kind === kind)
        .reduce((total, { amount }) => total + parseAmount(amount.amount), 0n)
    return { reward: sum('reward'), fees: sum('verifier_fee'), returned: sum('returned') }
  }

  /** The whole panel voted, so the most that the table names was paid. */
  function sharesInTable(name: OutcomeName, maxAttempts: number) {
    const outcome = outcomesOf({ ...terms, maxAttempts }).find((one) => one.name === name)
    return { reward: outcome?.reward, fees: outcome?.fees.most, returned: outcome?.returned.least }
  }

  test('a first attempt that is accepted pays what the table says', async () => {
    expect(sharesOf(await judged(true))).toEqual(sharesInTable('settled_first', 3))
  })

  test('a job whose every attempt is rejected pays its verifiers, and returns what the table says', async () => {
    const rejected = await judged(false, { max_attempts: 1 })
    expect(await needsAbout(rejected.onchain_job_id)).toMatchObject([
      { code: 'claim_refund', href: `${jobAt(rejected.onchain_job_id)}action-challenge/`, until: null },
    ])
    expect(sharesOf(await end(rejected, 'refund'))).toEqual(sharesInTable('rejected', 1))
  })

  test('a cancelled job returns all of it', async () => {
    const job = await fundedJob(clara, await openIssue(service))
    expect(sharesOf(await end(job, 'cancel'))).toEqual(sharesInTable('cancelled', 3))
  })
})

const readBundle = (id: string, person = clara.person) => person.call('getVerificationBundle', { params: paramsOf(id) })

describe('the file before the result', () => {
  test('is the client’s to read once the content is released, as it is at the base commit', async () => {
    const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
    expect(await refusal(readBase(id, 'src/slugify.js'))).toMatchObject({ status: 404 })
    const panel = await deliver(service, crew, await assign(service, crew, id), content)
    expect(await refusal(readBase(id, 'src/slugify.js'))).toMatchObject({ status: 409, code: 'state_conflict' })
    expect(await refusal(readBundle(id))).toMatchObject({ status: 409, code: 'state_conflict' })
    for (const seat of panel) await vote(seat, true)
    await inState(id, 'SETTLED')
    const base = await readBase(id, 'src/slugify.js')
    const { result_document: document } = await clara.person.call('getJobResult', { params: paramsOf(id) })
    expect(base).toMatchObject({ state: 'present', path: 'src/slugify.js', base_commit: document.base_commit })
    const text = Buffer.from(base.content ?? '', 'base64').toString('utf8')
    expect(text).toContain('slugify')
    expect(base.bytes).toBe(Buffer.byteLength(text))

    expect(await refusal(readBase(id, 'README.md'))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusal(readBase(id, '../src/slugify.js'))).toMatchObject({ status: 404 })
    const bea = await signInClient(service, 'bea')
    expect(await refusal(readBase(id, 'src/slugify.js', bea))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusal(readBundle(id, bea))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('comes with a bundle whose commitments are those of the job and whose evidence is what was signed', async () => {
    const id = await lastSettled()
    const bundle = await readBundle(id)
    const { commit } = service.services.chain
    const onChain = await service.services.chain.newestJob(BigInt(id), 0n)
    expect(onChain).toMatchObject({ result: bundle.result_commitment })
    expect(commit(bundle.task_document)).toBe(bundle.task_commitment)
    expect(commit(bundle.policy_document)).toBe(bundle.policy_commitment)
    const { result_document: document } = await clara.person.call('getJobResult', { params: paramsOf(id) })
    expect(document).toMatchObject({ tree_id: bundle.tree_id, agent: bundle.worker, attempt: bundle.attempt })
    expect(bundle.repository).toMatchObject({ id: document.repository_id, base_commit: document.base_commit })
    expect(bundle.verdicts.length).toBeGreaterThanOrEqual(2)
    for (const { evidence, evidence_hash } of bundle.verdicts) expect(commit(evidence ?? {})).toBe(evidence_hash)
  })

  test('may be kept by the client’s own browser alone', async () => {
    const id = await lastSettled()
    const answer = await clara.person.send(
      `${service.origin}/api/v1/client/jobs/${id}/result/base/?path=src%2Fslugify.js`,
    )
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
      200,
      'private, max-age=86400, immutable',
      'cookie, accept-encoding',
    ])
  })

  test('is refused with a reason while the host does not answer', async () => {
    const id = await lastSettled()
    service.wires.host.fate = () => 'cut'
    const down = await refusal(readBase(id, 'src/slugify.js'))
    expect(down).toMatchObject({ status: 503, code: 'repository_host_unavailable' })
  })

  test('is reported as new, too large or no file where it is, and a commit that is gone is no new file', async () => {
    const id = await lastSettled()
    const { accessToken: token } = await grantOf()
    const { result_document: document } = await clara.person.call('getJobResult', { params: paramsOf(id) })
    const at = (path: string, commit = String(document.base_commit)) =>
      service.services.codeHost.fileAt(token, 'acme/slugify-lite', { commit, path })
    expect(await at('src/new {file} ä#?.js')).toBeUndefined()
    expect(await at('src')).toEqual({ kind: 'other' })
    await expect(at('src/slugify.js', 'ab'.repeat(20))).rejects.toMatchObject({ code: 'repository_host_refused' })
  })

  async function grantOf(): Promise<{ accessToken: string }> {
    const [row] = await service.sql`
      select c.user_id, c.access_token_sealed from github_connections c join jobs j on j.user_id = c.user_id limit 1`
    const place = `github_connections/access_token/${row?.user_id}`
    return { accessToken: service.services.vault.open(row?.access_token_sealed, place) }
  }
})

describe('a record', () => {
  test('of a worker is public by its address, with the name that its owner chose for the public alone', async () => {
    const [agent] = crew.workers
    const [verifier] = crew.verifiers
    if (!agent || !verifier) throw new Error('there is no crew')
    const params = { id: agent.agentId }
    const { wallet_address: address } = await agent.owner.call('getAgent', { params })
    const read = (of = address ?? '') => service.person('nobody').call('getPublicWorker', { params: { address: of } })
    const listed = async () => (await clara.person.call('listJobs', { query: { limit: '100' } })).data
    const before = await read()
    expect(before).toMatchObject({ address, name: null, reputation: { settled: 2, judged: 3 } })
    expect(before.work.map(({ outcome }) => outcome).toSorted()).toEqual(['REJECTED', 'SETTLED', 'SETTLED'])
    for (const { outcome, paid } of before.work) expect(Number(paid.amount) > 0).toBe(outcome === 'SETTLED')

    await agent.owner.call('updateAgent', { params, body: { name: 'Private words', public_name: 'Slugworth' } })
    await expect.poll(async () => (await read()).name, { timeout: 10_000 }).toBe('Slugworth')
    expect(JSON.stringify(await read())).not.toContain('Private words')
    expect((await listed()).filter(({ worker }) => worker === address).map((job) => job.worker_name)).toContain(
      'Slugworth',
    )
    const [job] = (await listed()).filter(({ worker }) => worker === address)
    const detail = () => clara.person.call('getJob', { params: { onchain_job_id: job?.onchain_job_id ?? '' } })
    const named = async () => new Set((await detail()).execution.assignments.map((one) => one.agent_name))
    expect(await named()).toEqual(new Set(['Slugworth']))
    await agent.owner.call('updateAgent', { params, body: { public_name: null } })
    expect(await named()).toEqual(new Set([null]))

    const { wallet_address: other } = await verifier.owner.call('getAgent', { params: { id: verifier.agentId } })
    for (const unknown of [other ?? '', `0x${'0'.repeat(40)}`, 'me'])
      expect(await refusal(read(unknown))).toMatchObject({ status: 404, code: 'not_found' })
  })

  const worker = async () => {
    const [agent] = crew.workers
    if (!agent) throw new Error('there is no worker')
    return (await agent.owner.call('getAgent', { params: { id: agent.agentId } })).reputation
  }
  const client = async () => (await clara.person.call('getClientDashboard')).reputation

  test('counts what the escrow settled and judged, and gives no rate below three jobs', async () => {
    expect(await worker()).toEqual({
      settled: 2,
      judged: 3,
      acceptance: 2 / 3,
      undecided: 0,
      payment_seconds_median: null,
      counterparties: 1,
    })
    // The cancelled job never had a worker, so it says nothing about its client.
    expect(await client()).toEqual({
      settled: 2,
      ended: 3,
      settlement_rate: 2 / 3,
      payment_seconds_median: null,
      counterparties: 1,
      sealed_faults: 0,
    })
    const novice = await signInClient(service, 'bea')
    expect((await novice.call('getClientDashboard')).reputation).toEqual({
      settled: 0,
      ended: 0,
      settlement_rate: null,
      payment_seconds_median: null,
      counterparties: 0,
      sealed_faults: 0,
    })
  })

  test('is shown to the other side of the job, with the median time to the payment from three on', async () => {
    await hear([...crew.workers, ...crew.verifiers])
    const { worker_reputation: reputation } = await judged(true)
    expect(reputation).toEqual(await worker())
    expect(reputation).toMatchObject({ settled: 3, judged: 4, acceptance: 0.75, counterparties: 1 })
    expect(reputation?.payment_seconds_median).toBeGreaterThan(0)
    expect(await client()).toMatchObject({
      settled: 3,
      ended: 4,
      payment_seconds_median: reputation?.payment_seconds_median,
    })
    const [verifier] = crew.verifiers
    const agent = await verifier?.owner.call('getAgent', { params: { id: verifier.agentId } })
    expect(agent?.reputation).toBeNull()
  })

  test('of earnings by day has thirty days that make up what was earned', async () => {
    const [agent] = crew.workers
    const wallet = await agent?.owner.call('getAgentWallet', { params: { id: agent.agentId } })
    const days = wallet?.earned_by_day ?? []
    expect(days).toHaveLength(30)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort())
    const sum = days.reduce((total, { amount }) => total + parseAmount(amount.amount), 0n)
    expect([sum, wallet?.earned.amount]).toEqual([9_000_000n, '9.000000'])
  })

  test('of spending by month has twelve months that make up what was funded, paid, returned and is held', async () => {
    const { months } = await clara.person.call('getSpending')
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).sort())
    expect([months.length, months.at(-1)?.month]).toEqual([12, new Date().toISOString().slice(0, 7)])
    const sum = (name: 'funded' | 'rewards' | 'verifier_fees' | 'returned') =>
      months.reduce((total, month) => total + parseAmount(month[name].amount), 0n)
    const logs =
      await service.sql`select args from chain_logs where event_name in ('JobSettled', 'JobCancelled', 'JobRefunded')`
    const returned = logs.reduce((total, { args }) => total + BigInt(args.returned ?? args.amount), 0n)
    const fees = await service.sql`select args->>'fee' as fee from chain_logs where event_name = 'VerdictRecorded'`
    expect([sum('rewards'), sum('verifier_fees'), sum('returned')]).toEqual([
      9_000_000n,
      fees.reduce((total, { fee }) => total + BigInt(fee), 0n),
      returned,
    ])
    const { held_in_escrow: held } = await clara.person.call('getClientDashboard')
    expect(months.at(-1)?.held).toEqual(held)
    expect(sum('funded')).toBe(sum('rewards') + sum('verifier_fees') + sum('returned') + parseAmount(held.amount))
    const bea = await signInClient(service, 'bea')
    await expect(bea.call('getSpending')).resolves.toMatchObject({
      months: expect.not.arrayContaining([
        expect.objectContaining({ rewards: { amount: '3.000000', currency: 'USDC' } }),
      ]),
    })
  })

  test('is null on a job that nobody has taken', async () => {
    const job = await fundedJob(clara, await openIssue(service))
    expect(job.worker_reputation).toBeNull()
  })
})

describe('what needs a person', () => {
  test('a settled result is named until it is published, on its page as in the overview, with all that publishing takes', async () => {
    const id = await lastSettled()
    const [need] = await needsAbout(id)
    if (!need) throw new Error('publishing is not offered')
    const { result_commitment } = await clara.person.call('getJobResult', { params: paramsOf(id) })
    expect(need).toMatchObject({
      code: 'publish',
      method: 'POST',
      href: `${jobAt(id)}publish/`,
      body: { result_commitment, accepts_execution: true },
    })
    expect((await readJob(clara.person, id)).pending_actions).toEqual([need])
    expect(await takeOffer(service, clara.person, need)).toBe('publishResult accepted')
    expect([await needsAbout(id), (await readJob(clara.person, id)).pending_actions]).toEqual([[], []])
  })

  test('a job that no agent can take is named until its time is over, and can be cancelled', async () => {
    const terms = { verifiers: 5, quorum: 3 }
    const { onchain_job_id: id, open_until: until } = await fundedJob(clara, await openIssue(service), terms)
    expect(await needsAbout(id)).toEqual([])
    await hear([...crew.workers, ...crew.verifiers])
    await work(service, id)
    const [need] = await needsAbout(id)
    expect(need).toMatchObject({ code: 'cancel', href: `${jobAt(id)}action-challenge/`, who: 'client', until })
    expect((await end(await readJob(clara.person, id), 'cancel')).state).toBe('CANCELLED')
    expect(await needsAbout(id)).toEqual([])
  })

  test('both roles of a person come in one list, and the owner of a silent runtime sees when its work is due', async () => {
    const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
    const { worker, task } = await assign(service, crew, id)
    await worker.owner.call('becomeClient')
    const href = `/api/v1/agents/${worker.agentId}/`
    expect(await worker.owner.call('getOverview')).toMatchObject({
      pending_actions: [{ code: 'create_wallet' }, { code: 'connect_repositories', role: 'client' }],
      money_out: { held_in_escrow: { amount: '0.000000' }, paid: { amount: '0.000000' } },
      money_in: { earned: { amount: '9.000000' }, withdrawn: { amount: '0.000000' } },
      running_jobs: [],
      running_work: [{ onchain_job_id: id, state: 'ASSIGNED', until: task.work_by, agent: { id: worker.agentId } }],
    })
    const end = new Date(Date.now() + 60_000)
    await write(service, async (tx) => {
      await tx`update runtime_heartbeats set at = now() - interval '10 minutes' where agent_id = ${worker.agentId}`
      await tx`update runtime_connections set paired_at = now() - interval '1 hour' where agent_id = ${worker.agentId}`
      await tx`update runtime_credentials set expires_at = ${end} where agent_id = ${worker.agentId} and state = 'LIVE'`
    })
    const { pending_actions: needs } = await worker.owner.call('getOverview')
    expect(needs.map(({ code }) => code)).toEqual([
      'renew_credential',
      'start_runtime',
      'create_wallet',
      'connect_repositories',
    ])
    expect(needs[0]).toMatchObject({ role: 'agent_owner', href: `${href}provision/`, until: end.toISOString() })
    expect(needs[1]).toMatchObject({ role: 'agent_owner', href, until: task.work_by })
    const { running_jobs: jobs, money_out: out } = await clara.person.call('getOverview')
    expect(jobs[0]).toMatchObject({ onchain_job_id: id, state: 'ASSIGNED', until: task.work_by })
    expect(parseAmount(out?.paid.amount ?? '0')).toBeGreaterThan(0n)
  })
})

test('visitors read what settled jobs paid and how long they took', async () => {
  const [{ count, longest } = {}] = await service.sql`
    select count(*)::int, max(extract(epoch from paid.seen_at - made.seen_at))::float8 as longest
    from chain_logs paid join chain_logs made using (onchain_job_id)
    where paid.event_name = 'JobSettled' and made.event_name = 'JobCreated'`
  const { market } = await service.person('nobody').call('getTransparency')
  expect(market).toMatchObject({ jobs: count, median_reward: { amount: '3.000000' } })
  const { median, p95 } = market.funding_to_payment_seconds
  expect(median).toBeGreaterThan(0)
  expect(p95).toBeGreaterThanOrEqual(median ?? Infinity)
  expect(p95).toBeLessThanOrEqual(longest)
  expect(count).toBeGreaterThanOrEqual(3)
  expect(await readUsualReward(service.context())).toBe(3_000_000n)
})

describe('the projections of the chain', () => {
  const tables = {
    logs: 'select block_number, log_index, block_hash, transaction_hash, event_name, onchain_job_id, args from chain_logs',
    jobs: `select onchain_job_id, user_id, draft_id, snapshot_id, state, held, budget, open_until, transaction_hash, log_index,
      block_number, block_hash, last_event_block, last_event_log_index from jobs`,
    assignments: 'select id, onchain_job_id, attempt, state, work_by, deadline, end_cause, ended_at from assignments',
    seats: 'select id, onchain_job_id, attempt, state, verdict, verify_by from seats',
    drafts: 'select id, state, snapshot_id from drafts',
    transactions: 'select id, state, transaction_hash, block_hash, log_index from transactions',
    rejections: 'select onchain_job_id, owner_user_id from rejections',
    publications: 'select onchain_job_id, state from publications',
  }
  const read = async () =>
    Promise.all(
      Object.entries(tables).map(async ([name, query]) => [name, await service.sql.unsafe(`${query} order by 1, 2`)]),
    )
  const from = () => BigInt(service.chain.deploymentBlock)

  test('are rebuilt row by row from the events, and again without a difference', async () => {
    await index(service)
    const before = await read()
    expect(await reindex(service.context(), { from: from() })).toMatchObject({
      added: 0,
      corrected: 0,
      removed: 0,
      jobs: [],
    })
    expect(await read()).toEqual(before)
    expect(await reconcileChain(service.context())).toEqual([])

    const [{ settled } = {}] =
      await service.sql`select min(onchain_job_id) as settled from jobs where state = 'SETTLED'`
    await write(service, async (tx) => {
      await tx`update chain_logs set args = args || '{"pass": false}' where event_name = 'VerdictRecorded' and onchain_job_id = ${settled}`
      await tx`delete from chain_logs where event_name <> 'VerdictRecorded' or onchain_job_id <> ${settled}`
      await tx`update jobs set state = 'OPEN', last_event_block = 0 where state = 'REJECTED'`
      await tx`update assignments set work_by = work_by - 6`
      await tx`update seats set verify_by = verify_by - 8`
    })
    const done = await reindex(service.context(), { from: from() })
    expect(done.added).toBeGreaterThan(20)
    expect(done.corrected).toBeGreaterThan(0)
    expect(await read()).toEqual(before)
  })

  test('are healed where events were lost long ago, which the reconciler has reported before', async () => {
    const { onchain_job_id: other } = await fundedJob(clara, await openIssue(service))
    const draft = await approvedDraft(clara, await openIssue(service))
    await index(service)
    const { escrow } = service.chain.addresses
    await callFromWallet(service, clara.person, createJobCall(escrow, await termsOf(service, draft)))
    await service.node.mine({ blocks: 20 })
    // As an older indexer left it, which had believed an empty answer about these blocks.
    const head = String(await service.node.getBlockNumber())
    await write(service, async (tx) => {
      await tx`delete from chain_blocks`
      await tx`update chain_cursor set indexed_block = ${head}, applied_block = ${head}`
      await tx`update jobs set state = 'SUBMITTED' where onchain_job_id = ${other}`
    })
    expect(await reconcileChain(service.context())).toEqual([
      expect.stringMatching(/^The contract has \d+ jobs at block \d+; \d+ are recorded\.$/),
      `Job ${other} is SUBMITTED with 3.90 USDC here and OPEN with 3.90 USDC on chain.`,
    ])
    const { chain, concerns } = await clara.person.call('getReadiness', { query: { for: 'traffic' } })
    expect(chain.differences).toHaveLength(2)
    expect(concerns.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(
        /^Differences that .* found: 2\. The first: The contract has .*\. Run `npm run admin -- chain status`/,
      ),
    )
    const state = async () => (await clara.person.call('getDraft', { params: { id: draft.id } })).state
    expect(await state()).not.toBe('FUNDED')
    expect(await reindex(service.context(), { from: from() })).toMatchObject({ added: 1, jobs: [BigInt(other)] })
    expect(await state()).toBe('FUNDED')
    expect(await reconcileChain(service.context())).toEqual([])
  })

  test('are not rebuilt over an event that had effect and is not on chain', async () => {
    await write(
      service,
      (tx) => tx`update chain_logs set transaction_hash = ${`0x${'e'.repeat(64)}`} where (block_number, log_index) =
        (select block_number, log_index from chain_logs order by 1 desc, 2 desc limit 1)`,
    )
    await expect(reindex(service.context(), { from: from() })).rejects.toMatchObject({
      code: 'state_conflict',
      message: expect.stringContaining('had effect here and is nowhere on chain'),
    })
  })
})

test('who may no longer read the repository no longer reads its files here', async () => {
  const id = await lastSettled()
  await atHost(service, 'DELETE', '/repos/acme/slugify-lite/collaborators/clara-client')
  expect(await refusal(readBase(id, 'src/slugify.js'))).toMatchObject({ status: 404, code: 'not_found' })
})

async function lastSettled(): Promise<string> {
  const { data } = await clara.person.call('listJobs', { query: { state: 'SETTLED' } })
  return data[0]?.onchain_job_id ?? ''
}
