import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, adminProcess } from '#test/admin.ts'
import { readyAgent, write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, hear, offeredTo, readJob, readyCrew } from '#test/crew.ts'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { ReplyOf } from '../../client/api.ts'
import { makeAllDue } from '../../data/due-jobs.ts'
import { dispatchNotes } from '../../domain/dispatch-note.ts'
import { pauseDispatch } from './pause-dispatch.ts'
import { resumeDispatch } from './resume-dispatch.ts'
import { sweepJobs } from './sweep-jobs.ts'

let service: Service
let clara: Client
let crew: Crew
let wanda: ReadyAgent
beforeAll(async () => {
  service = await startService({ runtimePlaces: 7, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  wanda = crew.workers[0] as ReadyAgent
})
afterAll(() => service.stop())

/** Ends all earlier jobs here and makes everybody available. */
beforeEach(async () => {
  await write(service, async (tx) => {
    await tx`update assignments set state = 'RELEASED', ended_at = now() where ended_at is null`
    await tx`update jobs set state = 'CANCELLED', held = 0 where state = 'OPEN'`
    await tx`update agents set state = 'ACTIVE', resting_until = null, repositories = '[]', languages = '[]',
      hours = null, min_reward = 0, min_silence_share_bps = 0, max_concurrent_jobs = 1, qualified_at = now()`
  })
  await hear([...crew.workers, ...crew.verifiers])
  await sweep()
})

async function sweep(): Promise<void> {
  await sweepJobs(service.context())
  await sweepJobs(service.context())
}

const newJob = async () => (await fundedJob(clara, await openIssue(service))).onchain_job_id

/** A new job that found nobody, and is not due for long. */
async function waitingJob(reason: string = dispatchNotes.noWorker): Promise<string> {
  const id = await newJob()
  await sweep()
  expect((await readJob(clara.person, id)).execution.reason).toContain(reason)
  const [row] = await service.sql`select due_at > now() + interval '50 minutes' as rests from executions
    where onchain_job_id = ${id}`
  expect(row?.rests).toBe(true)
  return id
}

/** The job is offered within seconds by sweeps alone. */
async function expectOffered(id: string): Promise<void> {
  const offers = () => service.sql`select 1 from assignments where onchain_job_id = ${id} and state = 'OFFERED'`
  await until(
    async () => {
      await sweepJobs(service.context())
      return (await offers()).length
    },
    (count) => count === 1,
  )
}

const stale = (agents: readonly ReadyAgent[]) =>
  service.sql`update runtime_heartbeats set at = now() - interval '1 hour'
    where agent_id in ${service.sql(agents.map(({ agentId }) => agentId))}`
const setAgent = (facts: Record<string, unknown>) =>
  write(service, (tx) => tx`update agents set ${tx(facts)} where id = ${wanda.agentId}`)
const limit = (limits: object) => wanda.owner.call('updateAgent', { params: { id: wanda.agentId }, body: { limits } })
const setPaused = (paused: boolean) =>
  wanda.owner.call('updateAgent', { params: { id: wanda.agentId }, body: { paused } })
const beat = () => wanda.peer.heartbeat()
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/** Hours that begin in more than a minute. */
const hours = () => ({
  from: inSeconds(120).toISOString().slice(11, 16),
  to: inSeconds(7_200).toISOString().slice(11, 16),
  time_zone: 'UTC',
})

describe('a job that waits for a worker is offered at once when', () => {
  test.each<[string, () => PromiseLike<unknown>, () => PromiseLike<unknown>]>([
    ['a silent runtime is heard again', () => stale([wanda]), beat],
    [
      'a draining runtime takes work again',
      () => service.sql`update runtime_heartbeats set state = 'draining' where agent_id = ${wanda.agentId}`,
      beat,
    ],
    [
      'a runtime reads newer policies',
      () => service.sql`update runtime_heartbeats set policy_version = 0 where agent_id = ${wanda.agentId}`,
      beat,
    ],
    ['a paused agent is resumed', () => setPaused(true), () => setPaused(false)],
    [
      'the owner is content with the reward',
      () => limit({ min_reward: { amount: '90', currency: 'USDC' } }),
      () => limit({ min_reward: { amount: '0', currency: 'USDC' } }),
    ],
    [
      'the owner is content with the share if undecided',
      () => limit({ min_silence_share_bps: 9_000 }),
      () => limit({ min_silence_share_bps: 0 }),
    ],
    [
      'the owner allows the repository',
      () => limit({ repositories: ['acme/other'] }),
      () => limit({ repositories: ['acme/*'] }),
    ],
    ['the owner allows the language', () => limit({ languages: ['Rust'] }), () => limit({ languages: ['JavaScript'] })],
    ['the owner lifts the hours', () => limit({ hours: hours() }), () => limit({ hours: null })],
    [
      'a rest is over',
      () => setAgent({ resting_until: inSeconds(20) }),
      () => setAgent({ resting_until: inSeconds(1) }),
    ],
    [
      'the agent qualifies again',
      () => setAgent({ qualified_at: new Date(0) }),
      () => setAgent({ qualified_at: new Date() }),
    ],
    [
      'a disconnected runtime is connected again',
      () =>
        write(
          service,
          (tx) => tx`update runtime_connections set disconnected_at = now()
          where agent_id = ${wanda.agentId}`,
        ),
      () =>
        write(
          service,
          (tx) => tx`update runtime_connections set disconnected_at = null
          where agent_id = ${wanda.agentId}`,
        ),
    ],
  ])('%s', async (_, before, event) => {
    await before()
    const id = await waitingJob()
    await hear(crew.verifiers)
    await event()
    await expectOffered(id)
  })

  test('a new agent is activated', async () => {
    await stale([wanda])
    const id = await waitingJob()
    const will = await readyAgent(service, 'will', 'worker')
    await hear(crew.verifiers)
    await expectOffered(id)
    expect(await offeredTo([will], id)).toBe(will)
    await stale([will])
  })

  test('the host tells the language of its repository', async () => {
    await limit({ languages: ['JavaScript'] })
    const setLanguage = (language: string | null) =>
      write(service, (tx) => tx`update repository_accesses set language = ${language}`)
    const id = await newJob()
    await setLanguage(null)
    await sweep()
    expect((await readJob(clara.person, id)).execution.reason).toBe(dispatchNotes.noWorker)
    await setLanguage('JavaScript')
    await expectOffered(id)
  })

  test('an owner has answered an offer, and then when the agent has room again', async () => {
    const first = await newJob()
    await expectOffered(first)
    const id = await waitingJob()
    const signed = { state: 'ACCEPTED', acceptance_signature: '0x01' }
    await write(service, (tx) => tx`update assignments set ${tx(signed)} where onchain_job_id = ${first}`)
    await sweep()
    expect(await offeredTo(crew.workers, id)).toBeUndefined()
    await write(service, async (tx) => {
      await tx`update jobs set state = 'CANCELLED', held = 0 where onchain_job_id = ${first}`
      await tx`update assignments set state = 'RELEASED', ended_at = now() where onchain_job_id = ${first}`
    })
    await hear([...crew.workers, ...crew.verifiers])
    await expectOffered(id)
  })

  test('its owner’s hours begin', async () => {
    await limit({ hours: hours() })
    await waitingJob()
    await write(service, (tx) => tx`update agents set updated_at = now() where id = ${wanda.agentId}`)
    const [row] = await service.sql`select due_at = date_trunc('minute', due_at) and due_at > now()
      and due_at <= now() + interval '2 minutes' as is_planned from agent_wakeups where agent_id = ${wanda.agentId}`
    expect(row).toEqual({ is_planned: true })
  })
})

test('a job that waits for verifiers is offered at once when they are back', async () => {
  await stale(crew.verifiers)
  const id = await waitingJob('Not enough independent verifiers are available')
  await hear([...crew.workers, ...crew.verifiers])
  await expectOffered(id)
})

test('a job whose check died with its program is due again at the next start', async () => {
  const id = await newJob()
  await service.sql`update executions set due_at = now() + interval '60 seconds' where onchain_job_id = ${id}`
  await sweep()
  expect(await offeredTo(crew.workers, id)).toBeUndefined()
  await makeAllDue(service.services.db)
  await expectOffered(id)
})

test('what happens to a job while it is checked makes it due again', async () => {
  await stale([wanda])
  const id = await waitingJob()
  const { finishCheck, claimJobs } = await import('../../data/due-jobs.ts')
  const [due] = await claimJobs(service.services.db, [BigInt(id)])
  if (!due) throw new Error('the job is not there')
  await write(service, (tx) => tx`update jobs set held = held - 1 where onchain_job_id = ${id}`)
  await wait(5)
  const next = { reason: null, waitsFor: null, deadline: null, afterSeconds: 3_600 }
  await finishCheck(service.services.db, due, next)
  const [row] = await service.sql`select due_at <= now() as is_due from executions where onchain_job_id = ${id}`
  expect(row).toEqual({ is_due: true })
})

test('while an operator pauses dispatch no job is offered and each says so, and all are looked at once it goes on', async () => {
  const ctx = { ...service.context(), actor: { kind: 'system', name: 'operator' } as const }
  await pauseDispatch(ctx, { because: 'the node is being moved' })
  const id = await newJob()
  await sweep()
  await beat()
  await sweep()
  expect((await readJob(clara.person, id)).execution).toMatchObject({ phase: 'waiting', reason: dispatchNotes.paused })
  expect(await service.sql`select 1 from assignments where onchain_job_id = ${id}`).toHaveLength(0)
  await expect(pauseDispatch(ctx, { because: 'again' })).rejects.toMatchObject({ code: 'state_conflict' })
  await index(service)
  const ready = (await (
    await service.router(new Request(`${service.origin}/api/ready/?for=traffic`))
  ).json()) as ReplyOf<'getReadiness'>
  expect(ready).toMatchObject({ status: 'ready', dispatch: { paused_since: expect.any(String) } })

  await resumeDispatch(ctx)
  await expectOffered(id)
  await expect(resumeDispatch(ctx)).rejects.toMatchObject({ code: 'state_conflict' })
  const said = await service.sql`select name, actor_id, evidence from events where subject_id = 'dispatch' order by id`
  expect([...said]).toEqual([
    { name: 'dispatch.paused', actor_id: 'operator', evidence: { because: 'the node is being moved' } },
    { name: 'dispatch.resumed', actor_id: 'operator', evidence: {} },
  ])
})

test('an event of the chain and a request that read the same contract never wait for each other to write the job', async () => {
  const id = await newJob()
  await index(service)
  await write(service, (tx) => tx`update chain_logs set applied_at = null where onchain_job_id = ${id}`)
  const pool = postgres(service.variables.DATABASE_URL ?? '', { max: 2 })
  await Promise.all([pool`select 1`, pool`select 1`])
  const change = (tx: postgres.TransactionSql) => tx`update jobs set held = held - 1 where onchain_job_id = ${id}`
  const marked = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
    pool.begin(async (tx) => {
      await tx`select set_config('jobwright.transaction', 'on', true)`
      await work(tx)
    })
  let request: Promise<unknown> | undefined
  await marked(async (tx) => {
    const applied = await tx`update chain_logs set applied_at = now() where onchain_job_id = ${id} returning 1`
    expect(applied).toHaveLength(1)
    request = marked(change)
    request.catch(() => undefined)
    await wait(300)
    await change(tx)
  })
  await request
  await pool.end()
})

test('draining offers no job, waits for the one that has a worker, and ends once that is given back', async () => {
  const id = await newJob()
  const { worker, task } = await assign(service, crew, id)
  const draining = adminProcess(service, 'drain', '--because', 'the machine is exchanged')
  await until(
    async () => (await admin(service, 'dispatch', 'status')).stdout,
    (status) => /^Paused.*exchanged\nUnder way: 0 offers, 1 job with a worker/.test(status),
  )
  const other = await newJob()
  await worker.peer.call('submitJobResult', { body: await worker.peer.release(task, 'No such tool here.') })
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'OPEN',
  )
  await advanceUntil(
    service,
    id,
    () => admin(service, 'dispatch', 'status'),
    ({ stdout }) => stdout.includes('Nothing is'),
  )
  const { stdout, stderr } = await draining
  expect(stderr).toMatch(/^Under way: 0 offers, 1 job with a worker or a panel \(latest deadline 20\S+Z\)/)
  expect(stdout).toContain('Nothing is under way')
  expect(await service.sql`select 1 from assignments where onchain_job_id = ${other}`).toHaveLength(0)
  await resumeDispatch({ ...service.context(), actor: { kind: 'system', name: 'operator' } })
})
