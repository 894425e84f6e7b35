import { afterAll, beforeAll, expect, test } from 'vitest'
import { work, write } from '../../../tools/test/agents.ts'
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
  type Task,
} from '../../../tools/test/crew.ts'
import { createJobCall, termsOf } from '../../../tools/test/escrow.ts'
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
} from '../../../tools/test/journey.ts'
import { refusal } from '../../../tools/test/refusal.ts'
import type { ReadyAgent } from '../../../tools/test/runtime-peer.ts'
import { type Service, startService } from '../../../tools/test/service.ts'
import { callFromWallet } from '../../../tools/test/wallet-app.ts'
import { runOperator } from '../operator/run-operator.ts'
import { advanceJob } from './advance-job.ts'
import { sweepJobs } from './sweep-jobs.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 7, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will', 'oscar'], ['vera', 'victor', 'viola', 'vito'])
}, 120_000)
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
    'Given back 2 times, last because “No such program: mage.”. The next worker is asked within 1 min.',
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
  expect((await lookAfter(id, 11)).reason).toBe('No eligible worker is up and free.')

  const params = { onchain_job_id: id }
  const challenge = await clara.person.call('createActionChallenge', { params, body: {}, idempotencyKey: newKey() })
  expect((await carryOut(clara.person, challenge)).state).toBe('CONFIRMED')
  expect((await readJob(clara.person, id)).state).toBe('CANCELLED')
}, 60_000)

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
    const job = await sweepUntil(id, 'REFUNDED')
    expect(job.held.amount).toBe('0.000000')
    expect(job.execution.assignments.every(({ ended_at }) => ended_at !== null)).toBe(true)
  }
  const after = await balances(service, clara.wallet)
  expect(after.wallet - before.wallet).toBe(5n * budget)
  expect(after.escrow).toBe(budget)
}, 90_000)

/** Rounds of the worker program's sweeper, operator and indexer alone. */
async function sweepUntil(id: string, state: Job['state']): Promise<Job> {
  for (let round = 0; round < 20; round += 1) {
    const job = await readJob(clara.person, id)
    if (job.state === state) return job
    await service.sql`update executions set looked_at = now() - interval '1 minute'`
    await sweepJobs(service.context())
    await runOperator(service.context(), 'dispatcher')
    await runOperator(service.context(), 'dispatcher')
    await index(service)
  }
  throw new Error(`job ${id} never became ${state}`)
}
