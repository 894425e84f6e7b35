import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { work, write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, deliver, hear, readJob, readyCrew } from '#test/crew.ts'
import { type Client, fundedJob, newKey, openIssue, readyClient, signInClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 7, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will', 'oscar'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())
beforeEach(async () => {
  await write(service, async (tx) => {
    await tx`update assignments set state = 'RELEASED', ended_at = now()
      where state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED')`
    await tx`update agents set resting_until = null`
  })
  await hear([...crew.workers, ...crew.verifiers])
})

const newJob = async (more = {}) => (await fundedJob(clara, await openIssue(service), more)).onchain_job_id
const retry = (id: string, key = newKey(), person = clara.person) =>
  person.call('retryExecution', { params: { onchain_job_id: id }, idempotencyKey: key })
const silence = ({ agentId }: ReadyAgent) =>
  service.sql`update runtime_heartbeats set at = now() - interval '1 hour' where agent_id = ${agentId}`
const requests = (id: string) =>
  service.sql`select state from operator_calls where purpose = 'RELEASE_REQUEST' and subject like ${`${id}/%`}`

async function stalled(more = {}): Promise<{ id: string; worker: ReadyAgent }> {
  const id = await newJob(more)
  const { worker } = await assign(service, crew, id)
  await silence(worker)
  expect((await readJob(clara.person, id)).execution.phase).toBe('stalled')
  return { id, worker }
}

const isOnChain = (id: string, code: string) => async () =>
  (await readJob(clara.person, id)).pending_actions.some((action) => action.code === code)

test('a stalled job is taken from its worker after notice and goes to another one, with the commitments as funded', async () => {
  const { id, worker } = await stalled()
  const before = await readJob(clara.person, id)
  expect(before.retries).toEqual({ used: 0, left: 3, can_retry: true, reason: null })

  expect(await retry(id)).toMatchObject({ onchain_job_id: id, attempt: 1, retry: 1, retries_left: 2 })
  await advanceUntil(service, id, isOnChain(id, 'object_release'), Boolean)
  await work(service, id)
  expect((await readJob(clara.person, id)).execution.reason).toContain('may object until the notice is over')
  const stateAfterWork = async () => {
    await work(service, id)
    return (await readJob(clara.person, id)).state
  }
  await expect.poll(stateAfterWork, { timeout: 30_000 }).toBe('OPEN')
  await hear(crew.workers.filter((one) => one !== worker))
  const next = await assign(service, { ...crew, workers: crew.workers.filter((one) => one !== worker) }, id)
  expect(next.worker).not.toBe(worker)
  const after = await readJob(clara.person, id)
  expect(after.commitments).toEqual(before.commitments)
  expect([after.held, after.task_document, after.policy_document]).toEqual([
    before.held,
    before.task_document,
    before.policy_document,
  ])
  expect(after.execution.assignments.map(({ end_cause }) => end_cause)).toContain('released after notice')
})

test('asking again for the same attempt changes nothing, whatever the key and however many at once', async () => {
  const { id } = await stalled()
  const answers = await Promise.all(Array.from({ length: 20 }, () => retry(id)))
  expect(new Set(answers.map(({ retry, attempt }) => `${retry}/${attempt}`))).toEqual(new Set(['1/1']))
  await advanceUntil(service, id, isOnChain(id, 'object_release'), Boolean)
  expect(await retry(id)).toMatchObject({ retry: 1, retries_left: 2 })
  expect(await requests(id)).toHaveLength(1)
  expect(await service.sql`select 1 from execution_retries where onchain_job_id = ${id}`).toHaveLength(1)
})

test('a job has three retries in all; the fourth is refused, and the database refuses it too', async () => {
  const { id } = await stalled()
  await write(service, async (tx) => {
    for (const number of [1, 2, 3])
      await tx`insert into execution_retries (onchain_job_id, attempt, number, user_id)
        select onchain_job_id, ${number + 90}, ${number}, user_id from jobs where onchain_job_id = ${id}`
  })
  expect(await refusal(retry(id))).toMatchObject({ status: 409, code: 'retry_limit_reached' })
  expect((await readJob(clara.person, id)).retries).toMatchObject({ used: 3, left: 0, can_retry: false })
  const fourth = write(
    service,
    (tx) => tx`insert into execution_retries (onchain_job_id, attempt, number, user_id)
      select onchain_job_id, 99, 4, user_id from jobs where onchain_job_id = ${id}`,
  )
  await expect(fourth).rejects.toThrow('execution_retries_bound')
  expect(await requests(id)).toHaveLength(0)
})

test('while the worker is heard, has delivered, or nobody works, there is nothing to retry, and the answer says why', async () => {
  const id = await newJob()
  expect(await refusal(retry(id))).toMatchObject({ status: 409, code: 'execution_not_stalled' })
  const assigned = await assign(service, crew, id)
  const heard = await refusal(retry(id))
  expect(heard).toMatchObject({ status: 409, code: 'execution_not_stalled' })
  expect(heard.detail).toContain('The worker is responding')
  await deliver(service, crew, assigned)
  await silence(assigned.worker)
  expect(await refusal(retry(id))).toMatchObject({ status: 409, code: 'execution_not_stalled' })
  expect(await requests(id)).toHaveLength(0)
})

test('nobody but the client of the job can ask, and a refusal leaves every row as it was', async () => {
  const { id } = await stalled()
  const bea = await signInClient(service, 'bea')
  const before = await rowsOf(service.sql)
  expect(await refusal(retry(id, newKey(), bea))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await rowsOf(service.sql)).toEqual(before)
})

test('a retry that was asked for while the worker program was down is carried out when it is back', async () => {
  const { id } = await stalled()
  await retry(id)
  await write(service, async (tx) => {
    await tx`delete from operator_calls where purpose = 'RELEASE_REQUEST' and subject like ${`${id}/%`}`
  })
  expect(await isOnChain(id, 'object_release')()).toBe(false)
  await work(service, id)
  await advanceUntil(service, id, isOnChain(id, 'object_release'), Boolean)
})

test('when an owner disconnects the runtime in mid-job, the job goes to another worker after the notice, without a request', async () => {
  const id = await newJob()
  const { worker } = await assign(service, crew, id)
  const params = { id: worker.agentId }
  await worker.owner.call('disconnectRuntime', { params })
  await advanceUntil(service, id, isOnChain(id, 'object_release'), Boolean)
  const stateAfterWork = async () => {
    await work(service, id)
    return (await readJob(clara.person, id)).state
  }
  await expect.poll(stateAfterWork, { timeout: 30_000 }).toBe('OPEN')
  expect(await service.sql`select 1 from execution_retries where onchain_job_id = ${id}`).toHaveLength(0)
  const others = crew.workers.filter((one) => one !== worker)
  await hear(others)
  expect((await assign(service, { ...crew, workers: others }, id)).worker).not.toBe(worker)
})
