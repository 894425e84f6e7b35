import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyAgent, write } from '../../../tools/test/agents.ts'
import type { ReadyAgent } from '../../../tools/test/runtime-peer.ts'
import { type Service, startService } from '../../../tools/test/service.ts'

let service: Service
let agent: ReadyAgent
beforeAll(async () => {
  service = await startService()
  agent = await readyAgent(service, 'wanda', 'worker')
}, 120_000)
afterAll(() => service.stop())

const status = () => agent.owner.call('getRuntimeStatus', { params: { id: agent.agentId } })

/** As if the runtime was paired, and last heard, so many hours ago. */
async function age({ paired, heard }: { paired: number; heard: number }): Promise<void> {
  await service.sql`delete from runtime_outages`
  await write(service, (tx) => tx`update runtime_connections set paired_at = now() - make_interval(hours => ${paired})`)
  await service.sql`update runtime_heartbeats set at = now() - make_interval(hours => ${heard})`
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

/** What an owner would meet, and what brings it about. */
const situations: Record<string, () => Promise<void>> = {
  'at work': async () => {},
  paused: () => pause(true),
  'paused, while its key is being registered': async () => {
    await pause(true)
    await write(
      service,
      (tx) => tx`update agent_steps set state = 'WAITING' where agent_id = ${agent.agentId} and step = 'AUTHORISATION'`,
    )
  },
  'with a failed step': async () => {
    await write(
      service,
      (tx) => tx`update agent_steps set state = 'FAILED' where agent_id = ${agent.agentId} and step = 'QUALIFICATION'`,
    )
  },
  'with a credential that ends soon': async () => {
    await write(service, (tx) => tx`update runtime_credentials set expires_at = now() + interval '1 day'`)
  },
  'with a runtime that is silent': () => age({ paired: 10, heard: 5 }),
}

test.each(Object.keys(situations))('whatever is offered for an agent %s is accepted', async (situation) => {
  await agent.peer.heartbeat()
  await situations[situation]?.()
  const offered = (await agent.owner.call('getAgent', { params: { id: agent.agentId } })).next_actions
  for (const { code, href, method = 'GET' } of offered) {
    if (!href) continue
    const { version } = await agent.owner.call('getAgent', { params: { id: agent.agentId } })
    const body = method === 'PATCH' ? { paused: false, version } : {}
    const response = await agent.owner.send(service.origin + href, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    expect([code, response.status]).toEqual([code, expect.toSatisfy((status: number) => status < 300)])
  }
  await write(service, (tx) => tx`update agent_steps set state = 'DONE' where agent_id = ${agent.agentId}`)
  await write(service, (tx) => tx`update agents set state = 'ACTIVE' where id = ${agent.agentId}`)
})

async function pause(paused: boolean): Promise<void> {
  const { version } = await agent.owner.call('getAgent', { params: { id: agent.agentId } })
  await agent.owner.call('updateAgent', { params: { id: agent.agentId }, body: { paused, version } })
}

test('a disconnected runtime has no health to tell', async () => {
  await agent.owner.call('disconnectRuntime', { params: { id: agent.agentId } })
  expect((await status()).health).toEqual({ heard_share: null, outages: [] })
})

test('no agent can be deleted, and the refusal says what to do instead', async () => {
  const response = await service.lane(
    new Request(`${service.origin}/api/v1/agents/${agent.agentId}/`, {
      method: 'DELETE',
      headers: { origin: service.origin },
    }),
  )
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, PATCH, OPTIONS')
  const problem = (await response.json()) as { detail: string }
  expect(problem.detail).toMatch(/never deleted.*Pause it.*PATCH/)
})
