import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyAgent, work, write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  type Job,
  offeredTo,
  readJob,
  readyCrew,
  type Seat,
  type Task,
  vote,
} from '#test/crew.ts'
import { createJobCall, termsOf } from '#test/escrow.ts'
import {
  approvedDraft,
  balances,
  budget,
  type Client,
  carryOut,
  fundedJob,
  index,
  mint,
  newKey,
  openIssue,
  readyClient,
  tidy,
} from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { tablesThatHold } from '#test/secrets-at-rest.ts'
import { type Service, startService } from '#test/service.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { inTransaction } from '../../data/database.ts'
import { saveListed } from '../../data/public-repositories.ts'
import { type SealedFile, unopenedPaths } from '../../domain/sealed-files.ts'
import { createPublicHost } from '../../github/public-host.ts'
import { sweepRepositories } from '../discovery/sweep-repositories.ts'
import { runOperator } from '../operator/run-operator.ts'
import { advanceJob } from './advance-job.ts'
import { sweepJobs } from './sweep-jobs.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 8, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will', 'oscar'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

async function giveBack({ worker, task }: { worker: ReadyAgent; task: Task }, reason: string): Promise<void> {
  const { onchain_job_id: id } = task
  await worker.peer.call('submitJobResult', { body: await worker.peer.release(task, reason) })
  await advanceUntil(
    service,
    id,
    async () => (await readJob(clara.person, id)).state,
    (state) => state === 'OPEN',
  )
  const { data } = await worker.owner.call('listNotifications', { query: { kind: 'jobs' } })
  expect(data[0]).toMatchObject({ name: 'agent.gave_back', subject: { agent_id: worker.agentId } })
}

/** What the client reads after the next look at the job, as if that many seconds had passed. */
async function lookAfter(id: string, seconds: number) {
  await write(
    service,
    (tx) => tx`update assignments set ended_at = ended_at - make_interval(secs => ${seconds})
      where onchain_job_id = ${id} and ended_at is not null`,
  )
  await advanceJob(service.context(), { onchainJobId: id })
  const { execution } = await readJob(clara.person, id)
  return execution
}

test('a job that nobody can do goes to each owner once, rests longer each time, and can be cancelled in peace', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const first = await assign(service, crew, id)
  await giveBack(first, 'The tests need a tool that is not here.')

  const second = await assign(service, crew, id)
  expect(second.worker.owner.persona).not.toBe(first.worker.owner.persona)
  await giveBack(second, 'No such program: mage.')
  const resting = await lookAfter(id, 50)
  expect(resting.phase).toBe('waiting')
  expect(resting.reason).toBe(
    'Given back 2 times, last because “No such program: mage.”. We ask the next worker within 1 min.',
  )
  expect(resting.assignments.map(({ end_cause }) => end_cause)).toContain(
    'cannot_run: The tests need a tool that is not here.',
  )
  const { pending_actions: needs } = await clara.person.call('getClientDashboard')
  expect(needs).toContainEqual(expect.objectContaining({ code: 'cancel', until: expect.any(String) }))

  expect((await lookAfter(id, 11)).phase).toBe('offered')
  const third = await assign(service, crew, id)
  const owners = [first, second, third].map(({ worker }) => worker.owner.persona)
  expect(owners.toSorted()).toEqual(['oscar', 'wanda', 'will'])
  await giveBack(third, 'The same here.')
  expect((await lookAfter(id, 110)).reason).toContain('Given back 3 times')
  expect((await lookAfter(id, 11)).reason).toBe(
    'Given back 3 times, last because “The same here.”. No other suitable worker is available right now.',
  )

  const params = { onchain_job_id: id }
  const challenge = await clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() })
  expect((await carryOut(clara.person, challenge)).state).toBe('CONFIRMED')
  expect((await readJob(clara.person, id)).state).toBe('CANCELLED')
})

const sealedText = 'test("the-name-of-a-sealed-test", () => assert.equal(slug("Größe"), "groesse"))\n'
const sealedPath = 'test/sealed.test.js'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Keeps the text of every answer to a runtime until `stop`. */
function listen(): { texts: string[]; stop: () => void } {
  const texts: string[] = []
  const { router } = service
  service.router = async (request) => {
    const answer = await router(request)
    texts.push(await answer.clone().text())
    return answer
  }
  return {
    texts,
    stop: () => {
      service.router = router
    },
  }
}

const failedOf = async ({ owner, agentId }: ReadyAgent) =>
  (await owner.call('getRuntimeStatus', { params: { id: agentId } })).failed_attempts
/** What a stranger sees of the verdicts, once the public index has read the job's issue. */
async function publicVerdicts({ task_document: task }: Job) {
  const { repository, issue } = task as { repository: { full_name: string }; issue: { number: number } }
  await inTransaction(service.services.db, (tx) => saveListed(tx, [repository.full_name]))
  await write(service, (tx) => tx`update public_repositories set next_read_at = now()`)
  await sweepRepositories(service.services, createPublicHost({ apiUrl: `${service.wires.host.url}/api/v3` }))
  const reference = `${repository.full_name.replace('/', ':')}:${issue.number}`
  return (await service.person('oscar').call('getPublicIssue', { params: { reference } })).proof?.verdicts
}
const rejected = (id: string) =>
  advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'OPEN',
  )

test('a sealed file is given to seated verifiers alone, and to everyone who may read the job when it has ended', async () => {
  const secret = { path: sealedPath, content: Buffer.from(sealedText).toString('base64'), sealed: true }
  const open = { path: 'test/open.test.js', content: Buffer.from('// open\n').toString('base64') }
  const heard = listen()
  const job = await fundedJob(clara, await openIssue(service), {
    acceptance_files: [secret, open],
    shares_failed_attempts: true,
  })
  const { onchain_job_id: id } = job
  expect(job.task_document).toMatchObject({
    version: 2,
    acceptance_files: [open],
    sealed_files: [{ path: sealedPath, size: Buffer.byteLength(sealedText), salted_sha256: expect.any(String) }],
  })
  expect(job.policy_document).toMatchObject({ version: 3, sealed_evidence: 'outcome' })
  const draft = await clara.person.call('getDraft', { params: { id: job.draft_id ?? '' } })
  expect(draft.acceptance_files).toEqual([{ ...open, sealed: false }, secret])

  // Runtimes that do not read such policies are not asked.
  for (const { peer } of crew.workers) await peer.heartbeat({ policy_version: 2 })
  await hear(crew.verifiers)
  await work(service, id)
  expect((await readJob(clara.person, id)).execution.reason).toBe('No suitable worker is available right now.')
  const { worker, task } = await assign(service, crew, id)
  expect(task.failed_attempts).toBeUndefined()
  const touching = { path: sealedPath, mode: '100644' as const, content: '' }
  const touched = await worker.peer.result(task, 'x', { changes: [touching] })
  expect(await refusal(worker.peer.call('submitJobResult', { body: touched }))).toMatchObject({
    code: 'result_refused',
  })
  const secrets = { text: sealedText.trim(), base64: secret.content }
  expect(await tablesThatHold(service.sql, secrets)).toEqual([])
  const before = heard.texts.join('\n')
  heard.stop()

  const panel = await deliver(service, crew, { worker, task })
  const sealedFiles = panel.map((seat) => [seat.task.task_document.sealed_files, seat.task.sealed_files] as const)
  for (const [sealed, opened] of sealedFiles) {
    expect(unopenedPaths(sealed as SealedFile[], opened ?? [], sha256)).toEqual([])
    expect(opened?.[0]).toMatchObject({ path: sealedPath, content: secret.content })
  }
  const salt = panel[0]?.task.sealed_files?.[0]?.salt ?? ''
  expect(before).toContain('"sealed_files":[{"path":"test/sealed.test.js","size"')
  for (const part of [...Object.values(secrets), salt.slice(2), 'the-name-of-a-sealed-test'])
    expect(before).not.toContain(part)
  expect(await tablesThatHold(service.sql, { ...secrets, salt })).toEqual([])

  for (const seat of panel) await vote(seat, false)
  const again = await rejected(id)
  expect(again.sealed_files).toBeNull()
  expect(await publicVerdicts(again)).toEqual([])
  // The client sees why; the worker's owner sees the verdicts.
  expect(again.execution.failed_attempts[0]?.verdicts[0]?.reason).toBe('It does not.')
  const [failedAttempt] = await failedOf(worker)
  expect(failedAttempt).toMatchObject({ is_evidence_hidden: true, attempt: 1, onchain_job_id: id })
  expect(failedAttempt?.verdicts.map(({ verdict, reason, commands }) => [verdict, reason, commands])).toEqual(
    [1, 2, 3].map(() => ['FAIL', '', []]),
  )

  // An owner who had a seat has read the file, so that owner's worker does not get the job.
  const seated = panel[0]?.verifier.owner.persona ?? ''
  const insider = await readyAgent(service, seated, 'worker')
  await service.sql`update runtime_heartbeats set at = now() - interval '1 hour'`
  await hear([insider, ...crew.verifiers])
  await work(service, id)
  expect((await readJob(clara.person, id)).execution.reason).toBe('No suitable worker is available right now.')

  const next = await assign(service, crew, id)
  // What it cost, and what others do now, is no business of the next worker.
  const { failed_commands, cost, remaining, next_steps, ...answered } = failedAttempt ?? {}
  expect(next.task.failed_attempts).toEqual([answered])
  expect([failed_commands, cost?.amount, remaining?.attempts, next_steps?.length]).toEqual([[], '0.300000', 2, 2])
  const second = await deliver(service, crew, next)
  for (const seat of second) await vote(seat, true)
  const settled = await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
  expect(settled.sealed_files).toEqual([{ path: sealedPath, salt, content: secret.content }])
  const bundle = await clara.person.call('getVerificationBundle', { params: { onchain_job_id: id } })
  expect(bundle.sealed_files).toEqual(settled.sealed_files)
  expect((await failedOf(worker))[0]).toMatchObject({ is_evidence_hidden: false })
  const shown = await publicVerdicts(settled)
  expect(shown?.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    ...second.map(() => [2, 'PASS']),
    ...panel.map(() => [1, 'FAIL']),
  ])
  expect(shown?.at(-1)?.evidence).toMatchObject({ reason: 'It does not.', isolation: 'bubblewrap' })
})

/** Asks to pay an agent's earnings out; refused while it holds work. */
const withdraw = ({ owner, agentId }: ReadyAgent) =>
  owner.call('withdrawEarnings', {
    params: { id: agentId },
    body: { amount: { amount: '0.1', currency: 'USDC' }, destination: `0x${'2'.repeat(40)}` },
    idempotencyKey: newKey(),
  })

/** A job of the client's wallet with terms that were never reviewed here. */
async function unrecognisedJob(): Promise<string> {
  const draft = await approvedDraft(clara, await openIssue(service))
  const terms = { ...(await termsOf(service, draft)), workWindow: 7_200n }
  await callFromWallet(service, clara.person, createJobCall(service.chain.addresses.escrow, terms))
  await index(service)
  const [job] = (await clara.person.call('listJobs')).data
  expect(job).toMatchObject({ recognised: false, state: 'OPEN' })
  await tidy(service)
  return job?.onchain_job_id ?? ''
}

test('what nobody can carry on any more binds nobody at once, and the service pays it back', async () => {
  const jobs: Job[] = []
  for (let count = 0; count < 4; count += 1) jobs.push(await fundedJob(clara, await openIssue(service)))
  const [open = '', held = '', unseated = '', seated = ''] = jobs.map(({ onchain_job_id: id }) => id)
  const unrecognised = await unrecognisedJob()
  await assign(service, crew, held)
  const { worker, task } = await assign(service, crew, unseated)
  const panel = await deliver(service, crew, await assign(service, crew, seated))
  await service.sql`update runtime_heartbeats set at = now() - interval '1 hour'`
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export {}\n', {}) })
  const read = (id: string) => readJob(clara.person, id)
  await advanceUntil(
    service,
    unseated,
    () => read(unseated),
    ({ state }) => state === 'SUBMITTED',
  )
  const atWork = [...crew.workers, ...panel.map(({ verifier }) => verifier)]
  for (const agent of atWork) {
    await mint(service, agent.wallet, 1_000_000n)
    expect(await refusal(withdraw(agent))).toMatchObject({ code: 'assignment_active' })
  }

  await service.node.increaseTime({ seconds: 8 * 86_400 })
  await service.node.mine({ blocks: 1 })
  await index(service)
  for (const agent of atWork) expect(await withdraw(agent)).toMatchObject({ state: 'INTENT' })
  await write(service, (tx) => tx`update withdrawals set state = 'FAILED', ended_at = now()`)
  await hear([...crew.workers, ...crew.verifiers])
  const { onchain_job_id: fresh } = await fundedJob(clara, await openIssue(service))
  await work(service, fresh)
  expect(await offeredTo(crew.workers, fresh)).toBeDefined()

  const before = await balances(service, clara.wallet)
  for (const id of [open, held, unseated, seated, unrecognised]) {
    const job = await sweepUntil(id, id === unseated || id === seated ? 'LAPSED' : 'REFUNDED')
    expect(job.held.amount).toBe('0.000000')
    expect(job.execution.assignments.every(({ ended_at }) => ended_at !== null)).toBe(true)
  }
  const after = await balances(service, clara.wallet)
  // Half of two rewards went to the workers whose results were not decided.
  expect(after.wallet - before.wallet).toBe(5n * budget - 3_000_000n)
  expect(after.escrow).toBe(budget)
})

/** Rounds of the worker program's sweeper, operator and indexer alone, each two seconds after the one before. */
async function sweepUntil(id: string, state: Job['state']): Promise<Job> {
  for (let round = 0; round < 20; round += 1) {
    const job = await readJob(clara.person, id)
    if (job.state === state) return job
    await service.sql`update executions set due_at = now() where due_at is not null`
    await sweepJobs(service.context())
    await runOperator(service.context(), 'dispatcher')
    await runOperator(service.context(), 'dispatcher')
    await index(service)
  }
  throw new Error(`job ${id} never became ${state}`)
}

/** As if the storage had lost the bytes. */
const damage = (id: string) =>
  service.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update funding_snapshots f set sealed_files = '[]' from jobs j
      where j.snapshot_id = f.id and j.onchain_job_id = ${id}`
  })

test('sealed files that do not match their hashes are on the client’s record, and the job is offered no more', async () => {
  const record = async () => (await clara.person.call('getClientDashboard')).reputation.sealed_faults
  const secret = { path: sealedPath, content: Buffer.from(sealedText).toString('base64'), sealed: true }
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), {
    acceptance_files: [secret],
    sealed_evidence: 'full',
  })
  const { worker, task } = await assign(service, crew, id)
  const panel = await deliver(service, crew, { worker, task })
  const [liar, honest] = panel
  if (!liar || !honest) throw new Error('nobody is seated')
  const cannotRun = async ({ verifier: { peer }, task: seat }: Seat) => {
    const { evidence } = await peer.vote(seat, false, peer, 'no mark')
    const body = { verdict: 'CANNOT_RUN' as const, verification_id: seat.verification_id }
    const found = { ...evidence, marks: [], code: 'sealed_differs' as const, version: 2 as const, controls: [] }
    await peer.call('submitVerificationResult', { body: { ...body, evidence: found } })
  }
  // The word of one verifier is not enough.
  await cannotRun(liar)
  expect(await record()).toBe(0)
  await damage(id)
  await cannotRun(honest)
  expect(await record()).toBe(1)
  expect((await readJob(clara.person, id)).timeline.map(({ name }) => name)).toContain('job.sealed_differs')
  const { onchain_job_id: other } = await fundedJob(clara, await openIssue(service), { acceptance_files: [secret] })
  await damage(other)
  await hear([...crew.workers, ...crew.verifiers])
  await work(service, other)
  expect((await readJob(clara.person, other)).execution.reason).toContain('do not match their hashes')
  expect(await record()).toBe(2)
  await service.node.increaseTime({ seconds: 8 * 86_400 })
  await service.node.mine({ blocks: 1 })
  expect((await sweepUntil(id, 'LAPSED')).sealed_files).toEqual([])
  const [{ dissent } = { dissent: 0 }] = await service.sql`
    select count(*)::int as dissent from seats where state = 'RECORDED' and agent_id = ${honest.verifier.agentId}
      and onchain_job_id = ${id}`
  expect(dissent).toBe(0)
})
