import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPeer, readyAgent, write } from '#test/agents.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent, RuntimePeer } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { ReplyOf } from '../../client/api.ts'
import { pairingDomain } from '../../domain/signed-messages.ts'
import { runOperator } from '../operator/run-operator.ts'
import { continueProvisioning } from '../provisioning/continue-provisioning.ts'

type Rotation = NonNullable<ReplyOf<'sendHeartbeat'>['rotation']>

let service: Service
let agent: ReadyAgent
beforeAll(async () => {
  service = await startService({ runtimePlaces: 16 })
})
afterAll(() => service.stop())
beforeEach(async () => {
  agent = await readyAgent(service, 'vera', 'verifier')
})

const params = () => ({ id: agent.agentId })
const credentials = () =>
  service.sql`select epoch, state from runtime_credentials where agent_id = ${agent.agentId} order by epoch`
const refused = { status: 401, code: 'credential_revoked' }
const use = (credential: string) => agent.peer.call('getRuntimeConfiguration', {}, credential)

/** Makes a secret for the offered rotation and takes it up; gives the new credential. */
async function takeUp(rotation: Rotation, signer: RuntimePeer = agent.peer, made?: string): Promise<string> {
  const { credential_id, epoch } = rotation
  const credential = made ?? `jwr_${credential_id}_${randomBytes(32).toString('base64url')}`
  const credential_hash: `0x${string}` = `0x${createHash('sha256').update(credential).digest('hex')}`
  const facts = { agentId: agent.agentId, credentialId: credential_id, credentialHash: credential_hash, epoch }
  const signature = await signer.sign('Rotation', pairingDomain, facts)
  await agent.peer.heartbeat({ rotate: { credential_id, credential_hash, signature } })
  return credential
}

async function offered(): Promise<Rotation> {
  const { rotation } = await agent.peer.heartbeat({ wants_rotation: true })
  if (!rotation) throw new Error('no rotation is offered')
  return rotation
}

test('a disconnected runtime is refused from its next request on, on every channel, and its owner can pair again (row 73)', async () => {
  await agent.peer.heartbeat()
  const disconnected = await agent.owner.call('disconnectRuntime', { params: params() })
  expect(disconnected).toMatchObject({ runtime: { state: 'DISCONNECTED' }, next_actions: [{ code: 'pair_runtime' }] })
  expect(await refusal(agent.peer.heartbeat())).toMatchObject(refused)
  expect(await refusal(use(agent.peer.credential))).toMatchObject(refused)
  const body = { verification_id: crypto.randomUUID() }
  expect(await refusal(agent.peer.call('takeVerificationCredential', { body }))).toMatchObject(refused)
  const again = await agent.owner.call('disconnectRuntime', { params: params() })
  expect(again.runtime.state).toBe('DISCONNECTED')
  expect(await credentials()).toEqual([{ epoch: 1, state: 'REVOKED' }])
})

test('after a rotation the old credential lives until the first use of the new one, and not longer', async () => {
  const old = agent.peer.credential
  const rotation = await offered()
  expect(rotation.epoch).toBe(2)
  expect(await offered()).toMatchObject({ credential_id: rotation.credential_id, epoch: 2 })
  const made = await takeUp(rotation)
  await use(old)
  expect(await credentials()).toEqual([
    { epoch: 1, state: 'LIVE' },
    { epoch: 2, state: 'PENDING' },
  ])
  await use(made)
  expect(await refusal(use(old))).toMatchObject(refused)
  await use(made)
  expect(await credentials()).toEqual([
    { epoch: 1, state: 'RETIRED' },
    { epoch: 2, state: 'LIVE' },
  ])
})

test('a rotation that the runtime’s key did not sign is refused and changes nothing', async () => {
  const rotation = await offered()
  const stranger = await readyAgent(service, 'victor', 'verifier')
  expect(await refusal(takeUp(rotation, stranger.peer))).toMatchObject({ status: 401, code: 'signature_invalid' })
  expect(await refusal(takeUp({ ...rotation, epoch: 3 }))).toMatchObject({ code: 'signature_invalid' })
  expect(await credentials()).toEqual([
    { epoch: 1, state: 'LIVE' },
    { epoch: 2, state: 'OFFERED' },
  ])
  await agent.peer.heartbeat()
})

test('a rotation that is not taken is refused, so that no runtime waits for a credential that never works', async () => {
  const rotation = await offered()
  const made = await takeUp(rotation)
  expect(await refusal(takeUp(rotation))).toMatchObject({ status: 409, code: 'state_conflict' })
  const unoffered = { ...rotation, credential_id: crypto.randomUUID() }
  expect(await refusal(takeUp(unoffered))).toMatchObject({ status: 409, code: 'state_conflict' })
  await use(made)
  expect(await credentials()).toMatchObject([{ epoch: 1 }, { epoch: 2, state: 'LIVE' }])
})

test('taking up the same rotation again changes nothing, before and after the first use of its credential', async () => {
  const rotation = await offered()
  const made = await takeUp(rotation)
  await takeUp(rotation, agent.peer, made)
  await use(made)
  agent.peer.credential = made
  await takeUp(rotation, agent.peer, made)
  await use(made)
})

test('what a runtime says to run is named by the ids that it was given', async () => {
  const running = [{ kind: 'job' as const, id: 'the first one' }]
  const answer = await refusal(agent.peer.heartbeat({ running }))
  expect(answer).toMatchObject({ status: 400, errors: [{ pointer: '/running/0/id' }] })
})

test('a retired credential that turns up later revokes the whole family and disconnects (row 72)', async () => {
  const old = agent.peer.credential
  const made = await takeUp(await offered())
  await use(made)
  await write(
    service,
    (tx) => tx`update runtime_credentials set ended_at = now() - interval '11 seconds'
      where agent_id = ${agent.agentId} and state = 'RETIRED'`,
  )
  expect(await refusal(use(old))).toMatchObject(refused)
  expect(await refusal(use(made))).toMatchObject(refused)
  expect((await credentials()).map(({ state }) => state)).toEqual(['REVOKED', 'REVOKED'])
  const view = await agent.owner.call('getAgent', { params: params() })
  expect(view).toMatchObject({ runtime: { state: 'DISCONNECTED' }, next_actions: [{ code: 'pair_runtime' }] })
  expect(
    await service.sql`select 1 from events where name = 'agent.credential_reused' and subject_id = ${agent.agentId}`,
  ).toHaveLength(1)
})

test('of many rotations at the same time one is open, and of many first uses one credential is live (row 72)', async () => {
  const rotations = await Promise.all(Array.from({ length: 20 }, offered))
  expect(new Set(rotations.map(({ credential_id }) => credential_id)).size).toBe(1)
  const [rotation] = rotations
  if (!rotation) throw new Error('no rotation is offered')
  const made = await takeUp(rotation)
  await Promise.all(Array.from({ length: 20 }, () => use(made)))
  expect((await credentials()).filter(({ state }) => state === 'LIVE')).toEqual([{ epoch: 2, state: 'LIVE' }])
})

test('nothing in the database can be used as a credential (row 71)', async () => {
  const made = await takeUp(await offered())
  await use(made)
  const rows = await service.sql`select id, secret_hash from runtime_credentials where agent_id = ${agent.agentId}`
  expect(rows).toHaveLength(2)
  const text = JSON.stringify(await service.sql`select c::text from runtime_credentials c`)
  for (const secret of [made, agent.peer.credential]) expect(text).not.toContain(secret.slice(-43))
  for (const { id, secret_hash } of rows) {
    const hash = Buffer.from(secret_hash)
    for (const guess of [hash.toString('base64url'), hash.toString('hex').slice(0, 43), hash.toString('hex')])
      expect(await refusal(use(`jwr_${id}_${guess}`))).toMatchObject(refused)
  }
})

test('an expired credential is refused', async () => {
  await write(service, (tx) => tx`update runtime_credentials set expires_at = now() where agent_id = ${agent.agentId}`)
  expect(await refusal(agent.peer.heartbeat())).toMatchObject(refused)
})

test('re-pairing with a new key needs a recent sign-in, rotates on chain, and ends the old runtime at the new one’s first use', async () => {
  const { owner, agentId, wallet } = agent
  const next = await openPeer(service, 'verifier')
  const pair = () => owner.call('provisionAgent', { params: { id: agentId }, body: { pairing_token: next.newToken() } })
  const signedIn = (minutes: number) =>
    write(
      service,
      (tx) => tx`update sessions set signed_in_at = now() - make_interval(mins => ${minutes})
        where user_id = (select user_id from agents where id = ${agentId})`,
    )
  await signedIn(11)
  expect(await refusal(pair())).toMatchObject({ status: 403, code: 'recent_sign_in_required' })
  await signedIn(0)
  await pair()
  await agent.peer.heartbeat()
  await continueProvisioning(service.context(), { agentId })
  expect(next.claims).toHaveLength(1)
  await agent.peer.heartbeat()
  expect(await service.services.chain.agentOf(wallet)).toMatchObject({ key: agent.peer.key })
  const goOn = async () => {
    await runOperator(service.context(), 'registrar')
    await continueProvisioning(service.context(), { agentId })
    return owner.call('getAgent', { params: { id: agentId } })
  }
  await until(goOn, ({ provisioning }) => provisioning.every(({ state }) => state === 'DONE'))
  expect(await service.services.chain.agentOf(wallet)).toMatchObject({ key: next.key, isActive: true })
  await agent.peer.heartbeat()
  await next.heartbeat()
  expect(await refusal(agent.peer.heartbeat())).toMatchObject(refused)
  const view = await owner.call('getAgent', { params: { id: agentId } })
  expect(view).toMatchObject({
    state: 'ACTIVE',
    wallet_address: wallet,
    runtime: { state: 'CONNECTED', key: next.key },
  })
  expect(view.provisioning.every(({ state }) => state === 'DONE')).toBe(true)
})
