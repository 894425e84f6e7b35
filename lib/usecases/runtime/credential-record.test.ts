import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPeer, provision, readyAgent, signInOwner, write } from '#test/agents.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent, RuntimePeer } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { pairingDomain } from '../../domain/signed-messages.ts'
import { continueProvisioning } from '../provisioning/continue-provisioning.ts'
import { sweepProvisioning } from '../provisioning/sweep-provisioning.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ runtimePlaces: 12 })
})
afterAll(() => service.stop())

type RecordEntry = { name: string; actor: string; key: string; reason: string }

/** What the record says about pairings and credentials of an agent, in order. */
async function recordOf(agentId: string): Promise<RecordEntry[]> {
  const rows = await service.sql`
    select name, actor_kind as actor, evidence->>'key' as key, evidence->>'reason' as reason from events
    where subject_type = 'agent' and subject_id = ${agentId}
      and (name like 'agent.credential%' or name like 'agent.pair%' or name = 'agent.disconnected') order by id`
  return rows.map(({ name, actor, key, reason }) => ({ name: String(name).slice(6), actor, key, reason }))
}
const namesOf = async (agentId: string) => (await recordOf(agentId)).map(({ name, actor }) => `${name} by ${actor}`)

/** Takes up a rotation; gives the new credential, which nobody has used yet. */
async function rotate({ peer, agentId }: ReadyAgent): Promise<string> {
  const { rotation } = await peer.heartbeat({ wants_rotation: true })
  if (!rotation) throw new Error('no rotation is offered')
  const { credential_id, epoch } = rotation
  const credential = `jwr_${credential_id}_${randomBytes(32).toString('base64url')}`
  const credential_hash: `0x${string}` = `0x${createHash('sha256').update(credential).digest('hex')}`
  const facts = { agentId, credentialId: credential_id, credentialHash: credential_hash, epoch }
  const signature = await peer.sign('Rotation', pairingDomain, facts)
  await peer.heartbeat({ rotate: { credential_id, credential_hash, signature } })
  return credential
}

/** As if that long had passed since the old credential ended. */
const age = (agentId: string, seconds: number) =>
  write(
    service,
    (tx) => tx`update runtime_credentials set ended_at = now() - make_interval(secs => ${seconds})
      where agent_id = ${agentId} and state = 'RETIRED'`,
  )
/** As if the live credential had only that long to live. */
const endsIn = (agentId: string, days: number) =>
  write(
    service,
    (tx) => tx`update runtime_credentials set expires_at = now() + make_interval(secs => ${days * 86_400})
      where agent_id = ${agentId} and state = 'LIVE'`,
  )

describe('the record', () => {
  test('tells every event of a credential, with who did it, under which key, and why', async () => {
    const agent = await readyAgent(service, 'vera', 'verifier')
    const { agentId, peer } = agent
    const old = peer.credential
    peer.credential = await rotate(agent)
    await peer.heartbeat()
    await age(agentId, 11)
    expect(await refusal(peer.call('getRuntimeConfiguration', {}, old))).toMatchObject({ code: 'credential_revoked' })
    const next = peer.newToken()
    await agent.owner.call('provisionAgent', { params: { id: agentId }, body: { pairing_token: next } })
    await agent.owner.call('disconnectRuntime', { params: { id: agentId } })
    expect(await namesOf(agentId)).toEqual([
      'pairing_started by user',
      'credential_issued by system',
      'paired by system',
      'credential_live by runtime',
      'credential_offered by runtime',
      'credential_rotated by runtime',
      'credential_live by runtime',
      'credential_retired by runtime',
      'credential_reused by system',
      ...Array.from({ length: 2 }, () => 'credential_revoked by system'),
      'pairing_started by user',
      'pairing_failed by user',
    ])
    for (const { name, key, reason } of await recordOf(agentId)) {
      expect(key).toBe(peer.key)
      if (name !== 'pairing_started' && name !== 'paired') expect(reason).toMatch(/^\S.{10,}\.$/)
    }
    const text = JSON.stringify(await service.sql`select evidence::text from events`)
    for (const secret of [old, peer.credential, peer.token]) expect(text).not.toContain(secret.slice(-43))
  })

  test('tells a disconnection, and what it revoked, by the owner who asked for it', async () => {
    const agent = await readyAgent(service, 'victor', 'verifier')
    await rotate(agent)
    await agent.owner.call('disconnectRuntime', { params: { id: agent.agentId } })
    expect((await namesOf(agent.agentId)).slice(-3)).toEqual([
      'credential_revoked by user',
      'credential_revoked by user',
      'disconnected by user',
    ])
  })

  test('tells pairings that failed, and those that gave way to another token', async () => {
    const { owner, peer, id } = await startPairing()
    const other = await openPeer(service, 'worker')
    await owner.call('provisionAgent', { params: { id }, body: { pairing_token: other.newToken() } })
    other.twist = (_, answer) => ({ ...answer, key: peer.key })
    await continueProvisioning(service.context(), { agentId: id })
    const failedPairings = (await recordOf(id)).filter(({ name }) => name === 'pairing_failed')
    expect(failedPairings).toEqual([
      { name: 'pairing_failed', actor: 'user', key: peer.key, reason: 'Another pairing token was given.' },
      { name: 'pairing_failed', actor: 'system', key: other.key, reason: expect.stringContaining('did not prove') },
    ])
  })
})

async function startPairing() {
  const owner = await signInOwner(service, 'oscar')
  const peer = await openPeer(service, 'worker')
  const body = { name: 'Started', role: 'worker' as const, pairing_token: peer.newToken() }
  const { id } = await owner.call('createAgent', { body })
  return { owner, peer, id }
}

/** Holds back the runtime's answer to the challenge until released; reports when the challenge arrives. */
function holdChallenge(peer: RuntimePeer) {
  const asked = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  peer.twist = async (path, answer) => {
    if (path === 'challenge') {
      asked.resolve()
      await open.promise
    }
    return answer
  }
  return { asked: asked.promise, letGo: () => open.resolve() }
}

describe('a pairing that its owner ends while the runtime is being asked', () => {
  test('yields no credential after a disconnection', async () => {
    const { owner, peer, id } = await startPairing()
    const held = holdChallenge(peer)
    const work = continueProvisioning(service.context(), { agentId: id })
    await held.asked
    await owner.call('disconnectRuntime', { params: { id } })
    held.letGo()
    await work
    expect(peer.claims).toEqual([])
    expect(await service.sql`select state from runtime_credentials where agent_id = ${id}`).toEqual([])
  })

  test('yields none for the first runtime when a second token was given', async () => {
    const { owner, peer, id } = await startPairing()
    const second = await openPeer(service, 'worker')
    const held = holdChallenge(peer)
    const work = continueProvisioning(service.context(), { agentId: id })
    await held.asked
    await owner.call('provisionAgent', { params: { id }, body: { pairing_token: second.newToken() } })
    held.letGo()
    await work
    expect(peer.claims).toEqual([])
    await provision(service, id, second)
    expect(await service.sql`select key, state from runtime_credentials where agent_id = ${id}`).toEqual([
      { key: second.key, state: 'LIVE' },
    ])
  })
})

describe('the end of a credential', () => {
  const expiring = (agentId: string) =>
    service.sql`select evidence->>'reason' as reason from events
      where name = 'agent.credential_expiring' and subject_id = ${agentId}`

  test('is met by an offered rotation once three quarters of its life are over, and not before', async () => {
    const { agentId, peer } = await readyAgent(service, 'viola', 'verifier')
    const [row] = await service.sql`select extract(epoch from expires_at - created_at)::float8 / 86400 as days
      from runtime_credentials where agent_id = ${agentId}`
    expect(row?.days).toBeCloseTo(30, 3)
    await endsIn(agentId, 7.51)
    expect((await peer.heartbeat()).rotation).toBeNull()
    await endsIn(agentId, 7.49)
    expect((await peer.heartbeat()).rotation).toMatchObject({ epoch: 2 })
  })

  test('is reported to the owner once, three days ahead, while the runtime has not renewed it', async () => {
    const agent = await readyAgent(service, 'vito', 'verifier')
    const { agentId } = agent
    await endsIn(agentId, 3.1)
    await sweepProvisioning(service.context())
    expect(await expiring(agentId)).toEqual([])
    await endsIn(agentId, 2.9)
    await sweepProvisioning(service.context())
    await sweepProvisioning(service.context())
    expect(await expiring(agentId)).toEqual([{ reason: expect.stringContaining('pair it again') }])
    const view = await agent.owner.call('getAgent', { params: { id: agentId } })
    expect(view.next_actions).toMatchObject([{ code: 'renew_credential', who: 'agent_owner' }])
    agent.peer.credential = await rotate(agent)
    await agent.peer.heartbeat()
    expect((await agent.owner.call('getAgent', { params: { id: agentId } })).next_actions).toEqual([])
  })
})

test('a credential that is revoked while its first use is under way is refused, and the one before it goes on', async () => {
  const agent = await readyAgent(service, 'will', 'worker')
  const fresh = await rotate(agent)
  const use: Promise<unknown>[] = []
  await write(service, async (tx) => {
    await tx`select 1 from agents where id = ${agent.agentId} for no key update`
    use.push(refusal(agent.peer.call('getRuntimeConfiguration', {}, fresh)))
    await until(
      () => service.sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`,
      (waiting) => waiting.length > 0,
    )
    await tx`update runtime_credentials set state = 'REVOKED', ended_at = now()
      where agent_id = ${agent.agentId} and state = 'PENDING'`
  })
  expect(await use[0]).toMatchObject({ status: 401, code: 'credential_revoked' })
  await agent.peer.heartbeat()
  const states =
    await service.sql`select state from runtime_credentials where agent_id = ${agent.agentId} order by epoch`
  expect(states).toEqual([{ state: 'LIVE' }, { state: 'REVOKED' }])
})

describe('networks that the owner names', () => {
  let agent: ReadyAgent
  beforeAll(async () => {
    agent = await readyAgent(service, 'wanda', 'worker')
  })

  const name = (networks: string[]) =>
    agent.owner.call('updateAgent', { params: { id: agent.agentId }, body: { limits: { networks } } })
  async function callFrom(address: string) {
    const headers = { authorization: `Bearer ${agent.peer.credential}`, 'x-jobwright-peer': address }
    const url = `${service.origin}/api/v1/agent-runtime/configuration/`
    const response = await service.router(new Request(url, { headers }))
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const networkEvents = (event: string) =>
    service.sql`select evidence->>'network' as network, evidence->>'before' as before from events
      where subject_id = ${agent.agentId} and name = ${event} order by id`

  test('are kept in shortest form, and anything else is refused by its place', async () => {
    const { limits } = await name(['192.0.2.77/24', '2001:DB8:1::/48', '192.0.2.0/24'])
    expect(limits.networks).toEqual(['192.0.2.0/24', '2001:db8:1::/48'])
    const refused = await refusal(name(['192.0.2.0/24', 'my office']))
    expect([refused.status, refused.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/limits/networks/1']])
    const many = Array.from({ length: 21 }, (_, index) => `10.0.${index}.0/24`)
    expect((await refusal(name(many))).errors[0]?.pointer).toBe('/limits/networks')
  })

  test('bound where even a good credential works, also one that was never used before', async () => {
    await name(['192.0.2.0/24', '2001:db8:1::/48'])
    for (const inside of ['192.0.2.200', '::ffff:192.0.2.1', '2001:db8:1:ffff::9'])
      expect((await callFrom(inside)).status).toBe(200)
    for (const withPort of ['192.0.2.200:50412', '[2001:db8:1:ffff::9]:50412', '[2001:db8:1:ffff::9]'])
      expect([withPort, (await callFrom(withPort)).status]).toEqual([withPort, 200])
    for (const outside of ['192.0.3.1', '2001:db8:2::1', 'unknown'])
      expect(await callFrom(outside)).toMatchObject({
        status: 403,
        body: { code: 'network_refused', retryable: true, next_actions: [{ code: 'change_networks' }] },
      })
    const events = await networkEvents('agent.network_refused')
    expect(events.map(({ network }) => network)).toEqual(['192.0.3.0/24', '2001:db8:2::/48', 'unknown'])
    await callFrom('192.0.3.99:50412')
    expect(await networkEvents('agent.network_refused')).toEqual(events)

    await name([])
    agent.peer.credential = await rotate(agent)
    await name(['192.0.2.0/24'])
    expect((await callFrom('192.0.3.1')).body.code).toBe('network_refused')
    const states =
      await service.sql`select state from runtime_credentials where agent_id = ${agent.agentId} order by epoch`
    expect(states).toEqual([{ state: 'LIVE' }, { state: 'PENDING' }])
    await name([])
    expect((await callFrom('192.0.3.1')).status).toBe(200)
  })

  test('need not be named for the owner to be notified, once a day each, that the runtime calls from elsewhere', async () => {
    await write(service, (tx) => tx`update runtime_connections set seen_from = null where agent_id = ${agent.agentId}`)
    const before = (await networkEvents('agent.new_network')).length
    await callFrom('198.51.100.1')
    await callFrom('198.51.100.250')
    expect(await networkEvents('agent.new_network')).toHaveLength(before)
    await callFrom('203.0.113.7')
    await callFrom('203.0.113.8')
    await callFrom('198.51.100.1')
    await callFrom('203.0.113.7')
    expect((await networkEvents('agent.new_network')).slice(before)).toEqual([
      { network: '203.0.113.0/24', before: '198.51.100.0/24' },
      { network: '198.51.100.0/24', before: '203.0.113.0/24' },
    ])
    const [row] = await service.sql`select seen_from from runtime_connections where agent_id = ${agent.agentId}`
    expect(row?.seen_from).toBe('203.0.113.0/24')
  })
})
