import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readyAgent, work, write } from '#test/agents.ts'
import {
  accept,
  acceptanceOf,
  advanceUntil,
  type Crew,
  crewEnv,
  hear,
  offeredTo,
  offerOf,
  readJob,
  readyCrew,
} from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'

let service: Service
let clara: Client
let crew: Crew
/** The client's own agents, up and able. */
let own: ReadyAgent[]
beforeAll(async () => {
  service = await startService({ runtimePlaces: 8, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
  own = [await readyAgent(service, 'clara', 'worker'), await readyAgent(service, 'clara', 'verifier')]
})
afterAll(() => service.stop())
afterEach(async () => {
  await write(service, async (tx) => {
    await tx`update assignments set state = 'RELEASED', ended_at = now()
      where state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED')`
    await tx`update agents set resting_until = null, max_concurrent_jobs = 1, min_reward = 0`
    await tx`update agents set state = 'ACTIVE' where state = 'PAUSED'`
  })
  await everybodyIsHeard()
})

const everyone = () => [...crew.workers, ...crew.verifiers, ...own]
const everybodyIsHeard = () => hear(everyone())
const newJob = async (): Promise<string> => (await fundedJob(clara, await openIssue(service))).onchain_job_id
const waitingFor = async (id: string) => (await readJob(clara.person, id)).execution.reason
const setAgents = (agents: readonly ReadyAgent[], body: { paused?: boolean; limits?: object }) =>
  Promise.all(agents.map(({ owner, agentId }) => owner.call('updateAgent', { params: { id: agentId }, body })))
/** Makes a runtime look as if it had not been heard for a while. */
const silence = (agents: readonly ReadyAgent[]) =>
  Promise.all(
    agents.map(
      ({ agentId }) =>
        service.sql`update runtime_heartbeats set at = now() - interval '1 hour' where agent_id = ${agentId}`,
    ),
  )

async function offers(id: string): Promise<{ agent_id: string; state: string }[]> {
  return service.sql`select agent_id, state from assignments where onchain_job_id = ${id} order by id`
}

describe('who is offered a job', () => {
  test('nobody, while fewer independent verifiers are up than a panel and one spare, and the job says so', async () => {
    const id = await newJob()
    await silence(crew.verifiers.slice(0, 1))
    await work(service, id)
    expect(await waitingFor(id)).toContain('Not enough independent verifiers are available')
    expect(await offers(id)).toEqual([])
    await everybodyIsHeard()
    await work(service, id)
    expect(await offers(id)).toMatchObject([{ state: 'OFFERED' }])
    expect(await waitingFor(id)).toContain('Offered to a worker')
  })

  test('no runtime that does not read the job’s policy, and it needs verifiers that do', async () => {
    const id = await newJob()
    const { policy_document } = await readJob(clara.person, id)
    expect(policy_document).toMatchObject({ version: 2, commands: [{ report: 'tap' }] })
    const older = (agents: readonly ReadyAgent[]) =>
      Promise.all(agents.map(({ peer }) => peer.heartbeat({ policy_version: 1 })))
    await older(crew.workers)
    await work(service, id)
    expect(await waitingFor(id)).toBe('No suitable worker is available right now.')
    await everybodyIsHeard()
    await older(crew.verifiers)
    await work(service, id)
    expect(await waitingFor(id)).toContain('Not enough independent verifiers are available')
    expect(await offers(id)).toEqual([])
  })

  test('never the client’s own agent, even when it alone is up', async () => {
    const id = await newJob()
    await silence(crew.workers)
    await work(service, id)
    expect(await waitingFor(id)).toBe('No suitable worker is available right now.')
    expect(await offers(id)).toEqual([])
  })

  test('nobody whose owner’s result was rejected on it', async () => {
    const id = await newJob()
    const [wanda, will] = crew.workers
    await write(
      service,
      (tx) => tx`insert into rejections (onchain_job_id, owner_user_id)
        select ${id}, user_id from agents where id = ${wanda?.agentId ?? ''}`,
    )
    await work(service, id)
    expect((await offers(id)).map((one) => one.agent_id)).toEqual([will?.agentId])
  })

  test.each<[string, (agent: ReadyAgent) => Promise<unknown>]>([
    ['paused', (agent) => setAgents([agent], { paused: true })],
    ['silent', (agent) => silence([agent])],
    ['draining', (agent) => agent.peer.heartbeat({ state: 'draining' })],
    [
      'content with better paid jobs only',
      (agent) => setAgents([agent], { limits: { min_reward: { amount: '3.000001', currency: 'USDC' } } }),
    ],
  ])('nobody that is %s', async (_, arrange) => {
    const id = await newJob()
    const [wanda, will] = crew.workers
    if (!wanda || !will) throw new Error('the crew is not complete')
    await arrange(wanda)
    await work(service, id)
    expect((await offers(id)).map((one) => one.agent_id)).toEqual([will.agentId])
  })

  test('nobody who holds as many jobs as the owner allows, nor an owner with an open offer', async () => {
    const ids = [await newJob(), await newJob(), await newJob()]
    for (const id of ids) await work(service, id)
    const made = (await Promise.all(ids.map(offers))).map((rows) => rows.map((one) => one.agent_id))
    expect(made[2]).toEqual([])
    expect(made.flat().sort()).toEqual(crew.workers.map(({ agentId }) => agentId).sort())
    const [first = '', , third = ''] = ids
    const holder = await offeredTo(crew.workers, first)
    if (!holder) throw new Error('the first job is not offered')
    await accept(service, holder, first)
    await work(service, third)
    expect(await offers(third)).toEqual([])
    await setAgents([holder], { limits: { max_concurrent_jobs: 2 } })
    await work(service, third)
    expect(await offers(third)).toMatchObject([{ agent_id: holder.agentId, state: 'OFFERED' }])
  })

  test('owners take turns', async () => {
    const turns: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await newJob()
      await work(service, id)
      turns.push((await offers(id))[0]?.agent_id ?? '')
      await write(
        service,
        (tx) => tx`update assignments set state = 'DECLINED', ended_at = now() where state = 'OFFERED'`,
      )
    }
    expect(new Set(turns.slice(0, 2)).size).toBe(2)
    expect(turns.slice(2)).toEqual(turns.slice(0, 2))
  })

  test('the next owner, after an offer was left unanswered or declined', async () => {
    const id = await newJob()
    await work(service, id)
    const first = await offeredTo(crew.workers, id)
    if (!first) throw new Error('the job is not offered')
    const body = await acceptanceOf(first, id)
    await write(service, (tx) => tx`update assignments set offer_expires_at = now() where state = 'OFFERED'`)
    expect(await refusal(first.peer.call('takeJobCredential', { body }))).toMatchObject({ code: 'offer_expired' })
    await work(service, id)
    const second = await offeredTo(crew.workers, id)
    expect(second?.agentId).not.toBe(first.agentId)
    expect((await offers(id)).map(({ state }) => state)).toEqual(['DECLINED', 'OFFERED'])
    if (!second) throw new Error('the job is not offered again')
    const { offer_id } = await acceptanceOf(second, id)
    const declined = await second.peer.call('takeJobCredential', { body: { offer_id, decline: 'Too busy.' } })
    expect(declined).toMatchObject({ status: 'declined' })
    await work(service, id)
    expect(await offeredTo(crew.workers, id)).toBeUndefined()
    expect(await refusal(first.peer.call('takeJobCredential', { body }))).toMatchObject({ code: 'offer_expired' })
  })
})

describe('consent', () => {
  test('an acceptance that the offered key did not sign over this very offer is refused, and nothing is assigned', async () => {
    const id = await newJob()
    await work(service, id)
    const agent = await offeredTo(crew.workers, id)
    const other = crew.workers.find((one) => one !== agent)
    if (!agent || !other) throw new Error('the job is not offered')
    const offer = await offerOf(agent, id)
    if (!offer) throw new Error('the offer is gone')
    const { offer_id } = offer
    const before = await rowsOf(service.sql)
    const wrong = [
      await other.peer.acceptance(offer, agent.wallet),
      await agent.peer.acceptance(offer, other.wallet),
      await agent.peer.acceptance({ ...offer, offer_id: crypto.randomUUID() }, agent.wallet),
      await agent.peer.acceptance({ ...offer, task_commitment: `0x${'1'.repeat(64)}` }, agent.wallet),
      await agent.peer.acceptance({ ...offer, onchain_job_id: '999' }, agent.wallet),
    ]
    for (const signature of wrong)
      expect(await refusal(agent.peer.call('takeJobCredential', { body: { offer_id, signature } }))).toMatchObject({
        status: 401,
        code: 'signature_invalid',
      })
    const stolen = { offer_id, signature: await agent.peer.acceptance(offer, agent.wallet) }
    expect(await refusal(other.peer.call('takeJobCredential', { body: stolen }))).toMatchObject({ status: 404 })
    expect(await rowsOf(service.sql)).toEqual(before)
  })

  test('no assignment reaches the chain before the signed acceptance, and the task is sent only after it', async () => {
    const id = await newJob()
    for (let round = 0; round < 3; round += 1) await work(service, id)
    expect((await service.services.chain.newestJob(BigInt(id), 0n))?.state).toBe('OPEN')
    const agent = await offeredTo(crew.workers, id)
    if (!agent) throw new Error('the job is not offered')
    const body = await acceptanceOf(agent, id)
    expect(await agent.peer.call('takeJobCredential', { body })).toMatchObject({ status: 'pending' })
    expect(JSON.stringify(await agent.peer.call('takeJobCredential', { body }))).not.toContain('task_document')
    const task = await advanceUntil(
      service,
      id,
      () => agent.peer.call('takeJobCredential', { body }),
      ({ status }) => status === 'assigned',
    )
    expect(task).toMatchObject({ status: 'assigned', attempt: 1, agent: agent.wallet })
    expect(await service.services.chain.newestJob(BigInt(id), 0n)).toMatchObject({
      state: 'ASSIGNED',
      agent: agent.wallet,
    })
  })
})

describe('the database itself (rows 74, 75)', () => {
  const refusedBy = async (constraint: string, insert: Promise<void>) =>
    expect(insert).rejects.toMatchObject({ code: '23514', constraint_name: constraint })

  test('refuses to make the client’s own agent the worker, whatever the code says', async () => {
    const id = await newJob()
    const insert = write(
      service,
      (tx) => tx`insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key,
          offer_expires_at)
        select ${id}, user_id, id, user_id, wallet_address, authorised_key, now() from agents
        where id = ${own[0]?.agentId ?? ''}`,
    )
    await refusedBy('assignments_not_own_job', insert)
  })

  test('refuses a false owner that would get around it', async () => {
    const id = await newJob()
    const insert = write(
      service,
      (tx) => tx`insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key,
          offer_expires_at)
        select ${id}, o.user_id, o.id, w.user_id, o.wallet_address, o.authorised_key, now() from agents o, agents w
        where o.id = ${own[0]?.agentId ?? ''} and w.id = ${crew.workers[0]?.agentId ?? ''}`,
    )
    await expect(insert).rejects.toMatchObject({ code: '23503' })
    const otherClient = write(
      service,
      (tx) => tx`insert into assignments (onchain_job_id, client_user_id, agent_id, owner_user_id, agent_address, key,
          offer_expires_at)
        select ${id}, w.user_id, o.id, o.user_id, o.wallet_address, o.authorised_key, now() from agents o, agents w
        where o.id = ${own[0]?.agentId ?? ''} and w.id = ${crew.workers[0]?.agentId ?? ''}`,
    )
    await expect(otherClient).rejects.toMatchObject({ code: '23503' })
  })

  test('refuses to seat the client’s or the worker’s owner, or one owner twice', async () => {
    const id = await newJob()
    const seat = (verifier: ReadyAgent | undefined, worker: ReadyAgent | undefined, place = 0) =>
      write(
        service,
        (tx) => tx`insert into seats (onchain_job_id, attempt, seat, client_user_id, worker_user_id, agent_id,
            owner_user_id, agent_address, key)
          select ${id}, 1, ${place}, j.user_id, w.user_id, v.id, v.user_id, v.wallet_address, v.authorised_key
          from jobs j, agents v, agents w where j.onchain_job_id = ${id} and v.id = ${verifier?.agentId ?? ''}
            and w.id = ${worker?.agentId ?? ''}`,
      )
    const [wanda] = crew.workers
    const [vera] = crew.verifiers
    await refusedBy('seats_independent', seat(own[1], wanda))
    await refusedBy('seats_independent', seat(vera, vera))
    await seat(vera, wanda)
    await expect(seat(vera, wanda, 1)).rejects.toMatchObject({ code: '23505', constraint_name: 'seats_owner' })
  })

  test('refuses an accepted assignment without a signature', async () => {
    const id = await newJob()
    await work(service, id)
    const move = write(service, (tx) => tx`update assignments set state = 'ACCEPTED' where onchain_job_id = ${id}`)
    await refusedBy('assignments_accepted_are_signed', move)
  })
})
