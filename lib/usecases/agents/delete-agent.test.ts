import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeer, provision, signInOwner, write } from '#test/agents.ts'
import type { Person } from '#test/people/person.ts'
import { refusal } from '#test/refusal.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import type { ReplyOf } from '../../client/api.ts'
import { continueProvisioning } from '../provisioning/continue-provisioning.ts'

type Agent = ReplyOf<'createAgent'>

let service: Service
let wanda: Person
beforeAll(async () => {
  service = await startService({ runtimePlaces: 8 })
  wanda = await signInOwner(service, 'wanda')
})
afterAll(() => service.stop())

const create = (pairing_token?: string): Promise<Agent> =>
  wanda.call('createAgent', { body: { name: 'Night shift', role: 'worker', ...(pairing_token && { pairing_token }) } })
const remove = (id: string, person = wanda) => person.call('deleteAgent', { params: { id } })
const go = (id: string) => continueProvisioning(service.context(), { agentId: id })
const listed = async () => (await wanda.call('listAgents', {})).data.map(({ id }) => id)
const eventsOf = (id: string) =>
  service.sql`select name, from_state, evidence from events where subject_type = 'agent' and subject_id = ${id} order by id`

test('an agent that was never paired is gone after its deletion, and its events say so', async () => {
  const { id } = await create()
  await go(id)
  await remove(id)
  expect(await listed()).not.toContain(id)
  expect(await refusal(wanda.call('getAgent', { params: { id } }))).toMatchObject({ status: 404 })
  expect(await refusal(remove(id))).toMatchObject({ status: 404, code: 'not_found' })
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    name: 'agent.deleted',
    from_state: 'PROVISIONING',
    evidence: { role: 'worker' },
  })
  expect(JSON.stringify(await eventsOf(id))).not.toContain('Night shift')
  await go(id)
})

test('attempts to pair that failed are no reason to keep an agent', async () => {
  const peer = await openPeer(service, 'worker')
  const { id } = await create(peer.newToken())
  await write(service, (tx) => tx`update pairings set expires_at = now() where agent_id = ${id}`)
  await peer.close()
  await go(id)
  await remove(id)
  expect(await service.sql`select id from pairings where agent_id = ${id}`).toEqual([])
})

test('while a runtime is being paired the agent is kept; once that is cut off it can be deleted', async () => {
  const peer = await openPeer(service, 'worker')
  const { id } = await create(peer.newToken())
  expect(await refusal(remove(id))).toMatchObject({
    status: 409,
    code: 'state_conflict',
    next_actions: [{ code: 'disconnect_runtime', href: `/api/v1/agents/${id}/runtime/disconnect/` }],
  })
  await wanda.call('disconnectRuntime', { params: { id } })
  await remove(id)
  expect(await listed()).not.toContain(id)
})

test('an agent that was paired is never deleted, disconnected or not, and the refusal says what to do instead', async () => {
  const peer = await openPeer(service, 'worker')
  const { id } = await create(peer.newToken())
  await provision(service, id, peer)
  const before = await rowsOf(service.sql)
  expect(await refusal(remove(id))).toMatchObject({
    status: 409,
    code: 'state_conflict',
    next_actions: [
      { code: 'pause', method: 'PATCH', body: { paused: true } },
      { code: 'disconnect_runtime', method: 'POST' },
    ],
  })
  expect(await rowsOf(service.sql)).toEqual(before)
  await wanda.call('disconnectRuntime', { params: { id } })
  expect(await refusal(remove(id))).toMatchObject({ status: 409, code: 'state_conflict' })
  expect(await listed()).toContain(id)
})

test('nobody else can delete it', async () => {
  const { id } = await create()
  const bea = await signInOwner(service, 'bea')
  expect(await refusal(remove(id, bea))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await listed()).toContain(id)
})

test('a deletion beside the pairing of the same agent leaves a paired agent or none, never a half', async () => {
  const peer = await openPeer(service, 'worker')
  for (let round = 0; round < 6; round += 1) {
    const { id } = await create()
    const pairing_token = peer.newToken()
    const outcomes = await Promise.allSettled([
      wanda.call('provisionAgent', { params: { id }, body: { pairing_token } }).then(() => go(id)),
      remove(id),
      remove(id),
    ])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const error of refused)
      expect([404, 409], String(error)).toContain((await refusal(Promise.reject(error))).status)
    const isThere = (await listed()).includes(id)
    const [left] = await service.sql`
      select (select count(*)::int from agent_steps where agent_id = ${id}) as steps,
        (select count(*)::int from pairings where agent_id = ${id}) as pairings`
    expect(left).toEqual(isThere ? { steps: 4, pairings: 1 } : { steps: 0, pairings: 0 })
    // Its key is that agent's for good.
    if (isThere) break
  }
})
