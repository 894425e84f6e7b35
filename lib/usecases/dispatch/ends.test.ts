import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../../../tools/test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  readJob,
  readyCrew,
  type Task,
} from '../../../tools/test/crew.ts'
import {
  balances,
  type Client,
  carryOut,
  fundedJob,
  newKey,
  openIssue,
  readyClient,
} from '../../../tools/test/journey.ts'
import type { ReadyAgent } from '../../../tools/test/runtime-peer.ts'
import { type Service, startService } from '../../../tools/test/service.ts'
import { advanceJob } from './advance-job.ts'

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

test('what nobody can start or judge any more is paid back by the service, and its worker is free again', async () => {
  const before = await balances(service, clara.wallet)
  const open = await fundedJob(clara, await openIssue(service))
  const submitted = await fundedJob(clara, await openIssue(service))
  const assignment = await assign(service, crew, submitted.onchain_job_id)
  await deliver(service, crew, assignment)
  await service.node.increaseTime({ seconds: 8 * 86_400 })
  await service.node.mine({ blocks: 1 })
  for (const { onchain_job_id: id } of [open, submitted]) {
    const read = () => readJob(clara.person, id)
    const job = await advanceUntil(service, id, read, ({ state }) => state === 'REFUNDED')
    expect(job.held.amount).toBe('0.000000')
    expect(job.execution.assignments.every(({ ended_at }) => ended_at !== null)).toBe(true)
  }
  expect(await balances(service, clara.wallet)).toEqual(before)
}, 60_000)
