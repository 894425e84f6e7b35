import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyAgent, write } from '#test/agents.ts'
import { type Crew, crewEnv, hear, readyCrew } from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { advanceJob } from './advance-job.ts'

const owners = ['wanda', 'will', 'oscar', 'bea']
const agentsOfWanda = 5

let service: Service
let clara: Client
let crew: Crew
let workers: ReadyAgent[]
beforeAll(async () => {
  service = await startService({ runtimePlaces: owners.length + agentsOfWanda + 3, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, owners, ['vera', 'victor', 'viola', 'vito'])
  workers = [...crew.workers]
  for (let more = 1; more < agentsOfWanda; more += 1) workers.push(await readyAgent(service, 'wanda', 'worker'))
})
afterAll(() => service.stop())

/** Lets time pass for agents that rest after an offer which they did not take. */
const pass = (seconds: number) =>
  write(
    service,
    (tx) => tx`update agents set resting_until = resting_until - make_interval(secs => ${seconds})
      where resting_until is not null`,
  )

/** The open offer of the job: whose it is, and how they refuse it. */
async function refuse(id: string, round: number): Promise<string> {
  const [offer] = await service.sql`
    select id, agent_id from assignments where onchain_job_id = ${id} and state = 'OFFERED'`
  const agent = workers.find(({ agentId }) => agentId === offer?.agent_id)
  if (!agent || !offer) throw new Error(`nobody is offered the job in round ${round}`)
  if (round % 2 === 0) await agent.peer.call('takeJobCredential', { body: { offer_id: offer.id, decline: 'Not now.' } })
  else await write(service, (tx) => tx`update assignments set offer_expires_at = now() where id = ${offer.id}`)
  return agent.owner.persona
}

test('a hundred offers go to every owner alike, however many agents one of them runs (M12)', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const ctx = service.context()
  const got = new Map(owners.map((owner) => [owner, 0]))
  for (let round = 0; round < 100; round += 1) {
    if (round % 20 === 0) await hear([...workers, ...crew.verifiers])
    await advanceJob(ctx, { onchainJobId: id })
    const owner = await refuse(id, round)
    got.set(owner, (got.get(owner) ?? 0) + 1)
    await pass(20)
  }
  const fair = 100 / owners.length
  for (const [owner, offers] of got) {
    expect([owner, offers >= fair * 0.8 && offers <= fair * 1.2, offers]).toEqual([owner, true, offers])
  }
})
