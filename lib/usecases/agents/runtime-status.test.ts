import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeer, readyAgent, write } from '#test/agents.ts'
import type { ReadyAgent, RuntimePeer } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { isOwn, takeOffer } from '#test/take-offer.ts'
import { savePresence } from '../../data/web-presence.ts'
import {
  type AgentState,
  agentStates,
  connectionStates,
  type ProvisioningStep,
  provisioningSteps,
  type StepState,
} from '../../domain/agent.ts'
import { reportSilence } from './report-silence.ts'

let service: Service
let agent: ReadyAgent
beforeAll(async () => {
  service = await startService({ runtimePlaces: 2 })
  agent = await readyAgent(service, 'wanda', 'worker')
})
afterAll(() => service.stop())

const status = () => agent.owner.call('getRuntimeStatus', { params: { id: agent.agentId } })

/** As if the runtime was paired, and last heard, so many hours ago. */
async function age({ paired, heard }: { paired: number; heard: number }): Promise<void> {
  await service.sql`delete from runtime_outages`
  await write(
    service,
    (tx) => tx`update runtime_connections set paired_at = now() - make_interval(secs => ${paired * 3_600})`,
  )
  await service.sql`update runtime_heartbeats set at = now() - make_interval(secs => ${heard * 3_600})`
}

test('a runtime that is heard all the time has no outage', async () => {
  await agent.peer.heartbeat()
  await agent.peer.heartbeat()
  expect((await status()).health).toEqual({ heard_share: 1, outages: [] })
})

test('silence is an outage while it lasts and once it has ended, and lowers the share that it was heard', async () => {
  await age({ paired: 10, heard: 5 })
  const silent = await status()
  expect(silent.state).toBe('OFFLINE')
  expect(silent.health.outages).toEqual([{ began_at: expect.any(String), ended_at: null }])
  expect(silent.health.heard_share).toBeCloseTo(0.5, 2)
  await agent.peer.heartbeat()
  await agent.peer.heartbeat()
  const back = await status()
  expect(back.state).toBe('CONNECTED')
  const [outage] = back.health.outages
  expect(back.health.outages).toHaveLength(1)
  expect(Date.parse(outage?.ended_at ?? '') - Date.parse(outage?.began_at ?? '')).toBeGreaterThan(5 * 3_599_000)
  expect(back.health.heard_share).toBeCloseTo(0.5, 2)
})

test('the time before a runtime was paired counts neither for nor against it', async () => {
  await age({ paired: 1, heard: 4 })
  await agent.peer.heartbeat()
  expect((await status()).health).toEqual({ heard_share: 1, outages: [] })
})

test('an owner is notified once of each silence of an active agent, and of none of a paused one', async () => {
  const notified = async () => {
    await Promise.all([1, 2, 3].map(() => reportSilence(service.context())))
    await reportSilence(service.context())
    const { data } = await agent.owner.call('listNotifications', { query: { kind: 'agents' } })
    return data.filter(({ name, subject }) => name === 'agent.offline' && subject.id === agent.agentId).length
  }
  await age({ paired: 10, heard: 0.08 })
  expect(await notified()).toBe(0)
  await age({ paired: 10, heard: 0.09 })
  await setState('PAUSED')
  expect(await notified()).toBe(0)
  await setState('ACTIVE')
  expect(await notified()).toBe(1)
  await agent.peer.heartbeat()
  expect(await notified()).toBe(1)
  await age({ paired: 10, heard: 1 })
  expect(await notified()).toBe(2)
  await agent.peer.heartbeat()
})

/** As if no web program was there from so many hours ago until so many hours ago, or until now. */
async function beAway(from: number, until: number): Promise<void> {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const rest = { one: true, away_from: until > 0 ? ago(from) : null, away_until: until > 0 ? ago(until) : null }
  await service.sql`delete from web_presence`
  await service.sql`insert into web_presence ${service.sql({ ...rest, at: ago(until > 0 ? 0 : from) })}`
}
const offlineNotices = async () => {
  await reportSilence(service.context())
  const { data } = await agent.owner.call('listNotifications', { query: { kind: 'agents' } })
  return data.filter(({ name }) => name === 'agent.offline').length
}

test('while the service is away no owner hears that their runtime is, and afterwards not before it could be heard', async () => {
  const before = await offlineNotices()
  await age({ paired: 10, heard: 2 })
  await beAway(2, 0)
  expect(await offlineNotices()).toBe(before)
  await savePresence(service.context().db)
  expect(await offlineNotices()).toBe(before)
  expect(await status()).toMatchObject({ state: 'CONNECTED', health: { heard_share: 1, outages: [] } })
  expect(await agent.owner.call('getAgent', { params: { id: agent.agentId } })).toMatchObject({ next_actions: [] })
  await agent.peer.heartbeat()
  expect((await status()).health).toEqual({ heard_share: 1, outages: [] })
})

test('a runtime that does not come back after the service did is silent since then', async () => {
  const before = await offlineNotices()
  await age({ paired: 10, heard: 3 })
  await beAway(3, 1)
  const { state, health } = await status()
  expect(state).toBe('OFFLINE')
  expect(health.heard_share).toBeCloseTo(0.9, 2)
  expect(Date.now() - Date.parse(health.outages[0]?.began_at ?? '')).toBeLessThan(3_700_000)
  expect(await offlineNotices()).toBe(before + 1)
  await agent.peer.heartbeat()
  expect((await status()).health.heard_share).toBeCloseTo(0.9, 2)
})

test('a runtime that was silent before the service was away gets nothing for that', async () => {
  await age({ paired: 10, heard: 5 })
  await beAway(3, 0.001)
  const { state, health } = await status()
  expect(state).toBe('OFFLINE')
  expect(health.heard_share).toBeCloseTo(0.5, 2)
  await agent.peer.heartbeat()
})

test('a service that comes and goes counts as away until it was there long enough to be heard', async () => {
  const minutes = (count: number) => count / 60
  await age({ paired: 10, heard: minutes(30) })
  await beAway(minutes(30), minutes(10))
  await service.sql`update web_presence set at = away_until + interval '40 seconds'`
  await savePresence(service.context().db)
  expect(await status()).toMatchObject({ state: 'CONNECTED', health: { outages: [] } })
  await beAway(minutes(30), minutes(10))
  await service.sql`update web_presence set at = away_until + interval '4 minutes'`
  await savePresence(service.context().db)
  expect(await status()).toMatchObject({ state: 'OFFLINE' })
  await service.sql`delete from web_presence`
  await agent.peer.heartbeat()
})

/** Sets the agent's steps, as provisioning would leave them. */
const step = (name: ProvisioningStep, state: StepState) =>
  write(
    service,
    (tx) => tx`update agent_steps set state = ${state} where agent_id = ${agent.agentId} and step = ${name}`,
  )
const setState = (state: AgentState) =>
  write(service, (tx) => tx`update agents set state = ${state} where id = ${agent.agentId}`)

/** What an owner would meet, and what brings it about. */
const situations: Record<string, () => Promise<unknown>> = {
  'at work': async () => {},
  paused: () => pause(true),
  'paused, while its key is being registered': async () => {
    await pause(true)
    await step('AUTHORISATION', 'WAITING')
  },
  suspended: () => setState('SUSPENDED'),
  'suspended, after its qualification failed': async () => {
    await setState('SUSPENDED')
    await step('QUALIFICATION', 'FAILED')
  },
  'with a credential that ends soon': async () => {
    await write(service, (tx) => tx`update runtime_credentials set expires_at = now() + interval '1 day'`)
  },
  'with a runtime that missed heartbeats': () => age({ paired: 10, heard: 120 / 3_600 }),
  'with a runtime that is silent': () => age({ paired: 10, heard: 5 }),
  ...Object.fromEntries(
    provisioningSteps.map((name) => [
      `being provisioned, with ${name} failed`,
      async () => {
        await setState('PROVISIONING')
        await step(name, 'FAILED')
      },
    ]),
  ),
  'that was never paired': async () => {
    const { id } = await agent.owner.call('createAgent', { body: { name: 'Unpaired', role: 'worker' } })
    subject = { id, peer: await openPeer(service, 'worker') }
  },
  'whose runtime is being paired': async () => {
    const params = { id: agent.agentId }
    await agent.owner.call('provisionAgent', { params, body: { pairing_token: agent.peer.newToken() } })
  },
  'whose runtime was disconnected': () => agent.owner.call('disconnectRuntime', { params: { id: agent.agentId } }),
  'that is suspended, without a runtime': async () => {
    await setState('SUSPENDED')
  },
}
let subject: { id: string; peer: RuntimePeer }
const seen = { states: new Set<string>(), connections: new Set<string>() }

test.each(Object.keys(situations))('whatever is offered for an agent %s is accepted', async (situation) => {
  subject = { id: agent.agentId, peer: agent.peer }
  await situations[situation]?.()
  const read = () => agent.owner.call('getAgent', { params: { id: subject.id } })
  const { state, runtime, next_actions: offered } = await read()
  seen.states.add(state)
  seen.connections.add(runtime.state)
  const { pending_actions: listed } = await agent.owner.call('getOverview')
  const about = listed.filter(({ href }) => href?.includes(subject.id))
  const bodies = (code: string) =>
    code === 'pair_runtime' ? { provisionAgent: { pairing_token: subject.peer.newToken() } } : {}
  for (const offer of [...offered, ...about].filter(isOwn)) {
    const answer = await takeOffer(service, agent.owner, offer, bodies(offer.code))
    expect([offer.code, answer]).toEqual([offer.code, expect.stringMatching(/accepted$/)])
  }
  await write(service, (tx) => tx`update agent_steps set state = 'DONE' where agent_id = ${agent.agentId}`)
  await write(service, (tx) => tx`update agents set state = 'ACTIVE' where id = ${agent.agentId}`)
  if (agent.peer.credential && runtime.state === 'CONNECTED') await agent.peer.heartbeat()
})

test('every state of an agent and of its connection was among them', () => {
  expect([[...seen.states].sort(), [...seen.connections].sort()]).toEqual([
    [...agentStates].sort(),
    [...connectionStates].sort(),
  ])
})

async function pause(paused: boolean): Promise<void> {
  const { version } = await agent.owner.call('getAgent', { params: { id: agent.agentId } })
  await agent.owner.call('updateAgent', { params: { id: agent.agentId }, body: { paused, version } })
}

test('a disconnected runtime has no health to tell', async () => {
  await agent.owner.call('disconnectRuntime', { params: { id: agent.agentId } })
  expect((await status()).health).toEqual({ heard_share: null, outages: [] })
})
