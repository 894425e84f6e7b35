import { afterAll, beforeAll, expect, test } from 'vitest'
import { work, write } from '#test/agents.ts'
import {
  acceptanceOf,
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
  vote,
} from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { reportNearDeadlines } from '../dispatch/report-near-deadlines.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

const newJob = async () => (await fundedJob(clara, await openIssue(service))).onchain_job_id
const inState = (id: string, wanted: Job['state']) =>
  advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === wanted,
  )
const superseded = { status: 409, code: 'attempt_superseded' }

/** As if the runtime had been stopped for that long, in the middle of its work. */
const pause = ({ agentId }: ReadyAgent, seconds: number) =>
  service.sql`update runtime_heartbeats set at = now() - make_interval(secs => ${seconds}) where agent_id = ${agentId}`

const release = ({ peer }: ReadyAgent, task: Task) => peer.release(task, 'Woke up too late.', 'abandoned')

test('a runtime that was paused for some minutes is shown as stalled and finishes all the same, as long as the chain names it (M4)', async () => {
  const id = await newJob()
  const { worker, task } = await assign(service, crew, id)
  await pause(worker, 240)
  expect((await readJob(clara.person, id)).execution.phase).toBe('stalled')
  for (let round = 0; round < 3; round += 1) await work(service, id)
  expect(await service.services.chain.newestJob(BigInt(id), 0n)).toMatchObject({
    state: 'ASSIGNED',
    agent: worker.wallet,
  })
  const { jobs } = await worker.peer.heartbeat()
  expect(jobs).toMatchObject([{ onchain_job_id: id, state: 'ASSIGNED', needs_result: true, attempt: 1 }])
  expect((await readJob(clara.person, id)).execution.phase).toBe('running')
  for (const seat of await deliver(service, crew, { worker, task })) await vote(seat, true)
  await inState(id, 'SETTLED')
})

test('an owner is notified once when little of the time for a job is left and nothing was delivered', async () => {
  const id = await newJob()
  const { worker, task } = await assign(service, crew, id)
  const [window] = await service.sql<{ seconds: number }[]>`
    select (work_by - extract(epoch from created_at))::int as seconds from assignments where onchain_job_id = ${id}`
  const notified = async () => {
    await reportNearDeadlines(service.context())
    await reportNearDeadlines(service.context())
    const { data } = await worker.owner.call('listNotifications', { query: { kind: 'jobs' } })
    return data.filter(({ name }) => name === 'agent.time_running_out').length
  }
  const leave = async (seconds: number) => {
    const now = (await service.services.chain.latestBlock()).timestamp
    const [workBy, startedAt] = [now + BigInt(seconds), now + BigInt(seconds - (window?.seconds ?? 0))].map(String)
    await write(
      service,
      (tx) => tx`
        update assignments set work_by = ${workBy ?? ''}, created_at = to_timestamp(${startedAt ?? ''}::float8)
        where onchain_job_id = ${id}`,
    )
  }
  const quarter = Math.floor((window?.seconds ?? 0) / 4)
  expect(quarter).toBeGreaterThan(300)
  expect(await notified()).toBe(0)
  await leave(quarter - 60)
  expect(await notified()).toBe(1)
  await leave(60)
  expect(await notified()).toBe(1)
  await leave(quarter * 4)
  for (const seat of await deliver(service, crew, { worker, task })) await vote(seat, true)
  await inState(id, 'SETTLED')
})

// Last, because it moves the clock of the chain.
test('a runtime that was paused beyond its attempt writes nothing any more, on any channel, though its signatures are good (row 77)', async () => {
  const id = await newJob()
  await hear([...crew.workers, ...crew.verifiers])
  await work(service, id)
  const worker = await offeredTo(crew.workers, id)
  if (!worker) throw new Error('the job is not offered')
  const accepted = await acceptanceOf(worker, id)
  const taken = await advanceUntil(
    service,
    id,
    () => worker.peer.call('takeJobCredential', { body: accepted }),
    ({ status }) => status === 'assigned',
  )
  if (taken.status !== 'assigned') throw new Error('the job is not assigned')
  const result = await worker.peer.result(taken, 'export const late = true\n')
  const back = await release(worker, taken)
  await pause(worker, 3_700)
  await service.node.increaseTime({ seconds: 3_700 })
  await service.node.mine({ blocks: 1 })
  await inState(id, 'OPEN')
  const { data } = await worker.owner.call('listNotifications', { query: { kind: 'jobs' } })
  expect(data[0]).toMatchObject({ name: 'agent.time_ran_out', subject: { agent_id: worker.agentId } })
  const others = crew.workers.filter(({ wallet }) => wallet !== worker.wallet)
  const next = await assign(service, { ...crew, workers: others }, id)
  expect(next.task.attempt).toBe(2)
  const before = await rowsOf(service.sql)
  for (const body of [result, back])
    expect(await refusal(worker.peer.call('submitJobResult', { body }))).toMatchObject(superseded)
  expect(await refusal(worker.peer.call('takeJobCredential', { body: accepted }))).toMatchObject(superseded)
  const decline = { offer_id: accepted.offer_id, decline: 'Too late.' }
  expect(await refusal(worker.peer.call('takeJobCredential', { body: decline }))).toMatchObject(superseded)
  expect(await rowsOf(service.sql)).toEqual(before)
  const { jobs, cancelled } = await worker.peer.heartbeat({ running: [{ kind: 'job', id: accepted.offer_id }] })
  expect([jobs, cancelled]).toEqual([[], [accepted.offer_id]])
})
