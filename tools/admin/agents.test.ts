import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepJobs } from '#lib/usecases/dispatch/sweep-jobs.ts'
import { admin as runAdmin } from '#test/admin.ts'
import { write } from '#test/agents.ts'
import { accept, advanceUntil, type Crew, crewEnv, hear, offeredTo, readyCrew, seatsOf } from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service
let clara: Client
let crew: Crew
let will: ReadyAgent
let vera: ReadyAgent
let job: string

beforeAll(async () => {
  service = await startService({ runtimePlaces: 7, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['will'], ['vera', 'victor', 'viola', 'vito', 'oscar'])
  will = crew.workers[0] as ReadyAgent
  vera = crew.verifiers[0] as ReadyAgent
})
afterAll(() => service.stop())

const admin = (...words: string[]) => runAdmin(service, ...words)
const because = ['--because', 'two owners share one machine'] as const
const suspend = ({ agentId }: ReadyAgent) => admin('suspend', 'agent', agentId, ...because)
const restore = ({ agentId }: ReadyAgent) => admin('restore', 'agent', agentId, ...because)
const read = ({ owner, agentId }: ReadyAgent) => owner.call('getAgent', { params: { id: agentId } })
const pause = ({ owner, agentId }: ReadyAgent) =>
  owner.call('updateAgent', { params: { id: agentId }, body: { paused: true } })
const refusedWith = (text: string) => ({ code: 1, stderr: expect.stringContaining(text) })
async function sweep(): Promise<void> {
  await hear([...crew.workers, ...crew.verifiers])
  for (let round = 0; round < 3; round += 1) await sweepJobs(service.context())
}

test('a suspended worker is offered nothing, and once it is restored the waiting job finds it', async () => {
  await suspend(will)
  job = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await sweep()
  expect(await offeredTo(crew.workers, job)).toBeUndefined()
  const [row] = await service.sql`select waits_for, due_at > now() + interval '1 minute' as rests from executions
    where onchain_job_id = ${job}`
  expect(row).toEqual({ waits_for: 'WORKER', rests: true })
  await restore(will)
  const offered = await until(
    async () => {
      await sweepJobs(service.context())
      return offeredTo(crew.workers, job)
    },
    (worker) => worker !== undefined,
  )
  expect(offered).toBe(will)
})

test('its owner is notified, sees that it is suspended, why in general and what to do, and cannot resume it', async () => {
  await suspend(will)
  expect(await read(will)).toMatchObject({
    state: 'SUSPENDED',
    state_reason: expect.stringMatching(/^An operator of this service .*Ask them why/),
  })
  expect(await refusal(pause(will))).toMatchObject({ code: 'state_conflict' })
  const shown = JSON.stringify([await read(will), await will.owner.call('listNotifications')])
  expect(shown).toContain('"name":"agent.suspended"')
  expect(shown).not.toContain('share one machine')
  await restore(will)
  expect(await read(will)).toMatchObject({ state: 'ACTIVE', state_reason: null })
})

test('work in hand goes on while its worker is suspended, and suspended verifiers get no seat', async () => {
  const task = await accept(service, will, job)
  await suspend(will)
  const [vera, victor, viola] = crew.verifiers as [ReadyAgent, ReadyAgent, ReadyAgent]
  for (const verifier of [vera, victor, viola]) await suspend(verifier)
  await will.peer.call('submitJobResult', { body: await will.peer.result(task, 'export const done = true\n') })
  await sweep()
  expect(await seatsOf(crew, job)).toEqual([])
  await restore(viola)
  await hear(crew.verifiers)
  const seats = await advanceUntil(
    service,
    job,
    () => seatsOf(crew, job),
    (found) => found.length > 0,
  )
  expect(seats.length).toBeGreaterThan(1)
  for (const { verifier } of seats) expect([vera, victor]).not.toContain(verifier)
})

test('a suspension hides no loss of qualification: one that was revoked beneath stays out after it', async () => {
  await write(
    service,
    (tx) =>
      tx`update agents set state = 'SUSPENDED', disqualified_for = 'two contrary votes' where id = ${vera.agentId}`,
  )
  await restore(vera)
  expect(await read(vera)).toMatchObject({ state: 'SUSPENDED', state_reason: 'two contrary votes' })
  await expect(restore(vera)).rejects.toMatchObject(refusedWith('revoked on chain (two contrary votes)'))
})

test('each is an event of the operator with its reason, and repeating it is refused', async () => {
  await expect(suspend(will)).rejects.toMatchObject(refusedWith('suspended already'))
  await restore(will)
  await expect(restore(will)).rejects.toMatchObject(refusedWith('no operator suspended it'))
  const events = await service.sql`select name, actor_id, from_state, to_state, evidence from events
    where subject_id = ${will.agentId} and name in ('agent.suspended', 'agent.reinstated') order by id desc limit 2`
  const common = { actor_id: 'operator', evidence: { because: 'two owners share one machine' } }
  expect(events).toEqual([
    { ...common, name: 'agent.reinstated', from_state: 'SUSPENDED', to_state: 'ACTIVE' },
    { ...common, name: 'agent.suspended', from_state: 'ACTIVE', to_state: 'SUSPENDED' },
  ])
  await expect(admin('suspend', 'agent', will.agentId)).rejects.toMatchObject({ code: 2 })
  await expect(admin('suspend', 'agent', randomUUID(), ...because)).rejects.toMatchObject(
    refusedWith('No agent has this'),
  )
})
