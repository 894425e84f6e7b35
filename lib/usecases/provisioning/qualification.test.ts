import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerCalibration, answerTo, openPeer, readyAgent, signInOwner, write } from '#test/agents.ts'
import { fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import type { ReadyAgent, RuntimePeer } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import { findAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { listFits } from '../../data/matching.ts'
import { runOperator } from '../operator/run-operator.ts'
import { continueProvisioning } from './continue-provisioning.ts'
import { disqualifyAgent } from './disqualify-agent.ts'
import { sweepQualifications } from './sweep-qualifications.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ runtimePlaces: 12 })
})
afterAll(() => service.stop())

const triesOf = (id: string) =>
  service.sql<{ series: number; number: number; expected: string; state: string }[]>`
    select series, number, expected, state from qualifications where agent_id = ${id} order by id`
const stateOf = async (id: string) =>
  (
    await service.sql<{ state: string; qualified_at: Date | null; disqualified_for: string | null }[]>`
      select state, qualified_at, disqualified_for from agents where id = ${id}`
  )[0]
const sweep = () => sweepQualifications(service.context())
const elapse = (id: string, hours: number) =>
  write(
    service,
    (tx) => tx`update qualifications set ended_at = ended_at - make_interval(hours => ${hours}) where agent_id = ${id}`,
  )

/** As if the agent had qualified so many days ago. */
const age = (id: string, days: number) =>
  write(service, (tx) => tx`update agents set qualified_at = now() - make_interval(days => ${days}) where id = ${id}`)

/** A verifier up to its first calibration. */
async function examinee(persona: string): Promise<{ id: string; peer: RuntimePeer }> {
  const [owner, peer] = await Promise.all([signInOwner(service, persona), openPeer(service, 'verifier')])
  const body = { name: 'Night watch', role: 'verifier' as const, pairing_token: peer.newToken() }
  const { id } = await owner.call('createAgent', { body })
  for (let round = 0; round < 20 && (await triesOf(id)).length === 0; round += 1) {
    await continueProvisioning(service.context(), { agentId: id })
    await runOperator(service.context(), 'registrar')
  }
  return { id, peer }
}

async function answer(id: string, peer: RuntimePeer, isRight: boolean): Promise<void> {
  await answerCalibration(service, peer, isRight)
  await continueProvisioning(service.context(), { agentId: id })
}

test('a verifier must judge four results in a row rightly; one mistake ends the try', async () => {
  const { id, peer } = await examinee('vera')
  await answer(id, peer, true)
  await answer(id, peer, true)
  await answer(id, peer, false)
  expect((await triesOf(id)).map(({ state }) => state)).toEqual(['PASSED', 'PASSED', 'FAILED'])
  expect(await stateOf(id)).toMatchObject({ state: 'PROVISIONING', qualified_at: null })
  await elapse(id, 1)
  await continueProvisioning(service.context(), { agentId: id })
  for (let right = 0; right < 4; right += 1) {
    expect(await stateOf(id)).toMatchObject({ state: 'PROVISIONING', qualified_at: null })
    await answer(id, peer, true)
  }
  const second = (await triesOf(id)).filter(({ series }) => series === 2)
  expect(second.map(({ number, state }) => [number, state])).toEqual([1, 2, 3, 4].map((number) => [number, 'PASSED']))
  expect(new Set(second.map(({ expected }) => expected)).size).toBeGreaterThan(1)
  expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE', qualified_at: expect.any(Date) })
})

test('a new verifier whose machine cannot run its tasks shows why, is asked again, and qualifies when it can', async () => {
  const { id, peer } = await examinee('vito')
  const step = async () => {
    await continueProvisioning(service.context(), { agentId: id })
    const [row] = await service.sql`select detail from agent_steps where agent_id = ${id} and step = 'QUALIFICATION'`
    return row?.detail
  }
  for (let tries = 0; tries < 7; tries += 1) {
    for (const { verification_id } of (await peer.heartbeat()).verifications) {
      const seat = await peer.call('takeVerificationCredential', { body: { verification_id } })
      const { evidence } = await peer.vote(seat, true)
      const body = {
        verdict: 'CANNOT_RUN' as const,
        verification_id,
        evidence: { ...evidence, reason: 'git fetch:\nno way' },
      }
      await peer.call('submitVerificationResult', { body })
    }
    expect(await step()).toBe(
      'Another try follows. The last one: The runtime could not run the task: git fetch: no way',
    )
    await elapse(id, 1)
    await step()
  }
  for (let right = 0; right < 4; right += 1) await answer(id, peer, true)
  expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE', qualified_at: expect.any(Date) })
})

test('a qualification that is old is shown again, at work and without a break', async () => {
  const { peer, agentId } = await readyAgent(service, 'wanda', 'worker')
  await sweep()
  expect((await peer.heartbeat()).exam_id).toBeNull()
  await age(agentId, 31)
  await sweep()
  expect(await stateOf(agentId)).toMatchObject({ state: 'ACTIVE' })
  const { exam } = await peer.call('getRuntimeConfiguration')
  if (!exam) throw new Error('no exam is open')
  expect(await peer.call('submitQualification', { body: answerTo(exam) })).toMatchObject({ status: 'passed' })
  const renewed = await stateOf(agentId)
  expect(Date.now() - Number(renewed?.qualified_at)).toBeLessThan(86_400_000)
  await sweep()
  expect((await peer.heartbeat()).exam_id).toBeNull()
})

async function failAll({ agentId, peer }: ReadyAgent, openNext: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await openNext()
    const { exam } = await peer.call('getRuntimeConfiguration')
    if (!exam) throw new Error('no exam is open')
    const { changes, ...rest } = answerTo(exam)
    await peer.call('submitQualification', { body: { ...rest, changes: changes.slice(1) } })
    await elapse(agentId, 1)
  }
  await openNext()
}

test('five wrong answers within a day cost the qualification, and a second such day nothing more', async () => {
  const agent = await readyAgent(service, 'will', 'worker')
  await age(agent.agentId, 31)
  await failAll(agent, sweep)
  const lost = { state: 'PROVISIONING', qualified_at: null, disqualified_for: null }
  expect(await stateOf(agent.agentId)).toEqual(lost)
  expect(await agent.owner.call('getAgent', { params: { id: agent.agentId } })).toMatchObject({
    next_actions: [expect.objectContaining({ code: 'continue_provisioning' })],
  })
  await elapse(agent.agentId, 24)
  await write(service, (tx) => tx`update agents set qualification_lost_at = now() - interval '25 hours'`)
  await agent.owner.call('provisionAgent', { params: { id: agent.agentId } })
  await failAll(agent, () => continueProvisioning(service.context(), { agentId: agent.agentId }))
  await sweep()
  expect(await stateOf(agent.agentId)).toEqual(lost)
  expect(await service.sql`select state from operator_calls where purpose = 'REVOCATION'`).toEqual([])
})

/** As if a second cause had been found. */
async function disqualify({ agentId }: ReadyAgent, reason: string): Promise<void> {
  const ctx = service.context()
  const agent = await findAgent(ctx.db, agentId)
  if (!agent) throw new Error('there is no such agent')
  await inTransaction(ctx.db, (tx) => disqualifyAgent(ctx, tx, agent, reason))
}

/** Does the registrar's calls until the registry says so. */
const registryShows = ({ wallet }: ReadyAgent, isActive: boolean) =>
  until(
    async () => {
      await runOperator(service.context(), 'registrar')
      await sweep()
      return service.services.chain.agentOf(wallet)
    },
    (onChain) => onChain?.isActive === isActive,
  )

test('a disqualified agent is revoked on chain once, and again after its reinstatement when there is another reason', async () => {
  const agent = await readyAgent(service, 'oscar', 'worker')
  await disqualify(agent, 'the first reason')
  expect(await stateOf(agent.agentId)).toMatchObject({ state: 'SUSPENDED', disqualified_for: 'the first reason' })
  await registryShows(agent, false)
  const calls = () => service.sql`select state from operator_calls where purpose = 'REVOCATION'`
  expect(await calls()).toHaveLength(1)
  const read = await agent.owner.call('getAgent', { params: { id: agent.agentId } })
  expect(read).toMatchObject({ state: 'SUSPENDED', state_reason: 'the first reason' })
  expect(await agent.owner.call('getAgentWallet', { params: { id: agent.agentId } })).toMatchObject({
    address: agent.wallet,
  })
  await index(service)
  await decide('deployer', 'reinstateAgent', agent)
  expect(await stateOf(agent.agentId)).toEqual({ state: 'PROVISIONING', qualified_at: null, disqualified_for: null })
  await disqualify(agent, 'another reason')
  await registryShows(agent, false)
  expect(await calls()).toHaveLength(2)
})

test('an agent that qualifies again after it lost its qualification is at work again', async () => {
  const agent = await readyAgent(service, 'wanda', 'worker')
  await age(agent.agentId, 31)
  await failAll(agent, sweep)
  await elapse(agent.agentId, 24)
  await agent.owner.call('provisionAgent', { params: { id: agent.agentId } })
  await continueProvisioning(service.context(), { agentId: agent.agentId })
  const { exam } = await agent.peer.call('getRuntimeConfiguration')
  if (!exam) throw new Error('no exam is open')
  await agent.peer.call('submitQualification', { body: answerTo(exam) })
  await continueProvisioning(service.context(), { agentId: agent.agentId })
  expect(await stateOf(agent.agentId)).toMatchObject({ state: 'ACTIVE', qualified_at: expect.any(Date) })
})

test('a verifier that cannot run its calibrations keeps its qualification', async () => {
  const { agentId, peer } = await readyAgent(service, 'vera', 'verifier')
  await age(agentId, 31)
  for (let tries = 0; tries < 7; tries += 1) {
    await sweep()
    for (const { verification_id } of (await peer.heartbeat()).verifications) {
      const seat = await peer.call('takeVerificationCredential', { body: { verification_id } })
      const { evidence } = await peer.vote(seat, true)
      const body = { verdict: 'CANNOT_RUN' as const, verification_id, evidence }
      await peer.call('submitVerificationResult', { body })
    }
    await elapse(agentId, 1)
  }
  await sweep()
  expect((await triesOf(agentId)).filter(({ state }) => state === 'FAILED').length).toBeGreaterThanOrEqual(5)
  expect(await stateOf(agentId)).toMatchObject({ state: 'ACTIVE', qualified_at: expect.any(Date) })
})

test('no task is opened while the qualification repository does not answer', async () => {
  const { agentId, peer } = await readyAgent(service, 'victor', 'verifier')
  await age(agentId, 31)
  service.wires.host.fate = () => 'cut'
  const before = (await triesOf(agentId)).length
  await sweep()
  expect(await triesOf(agentId)).toHaveLength(before)
  service.wires.host.mend()
  await peer.heartbeat()
  await sweep()
  expect(await triesOf(agentId)).toHaveLength(before + 1)
})

test('silence costs nobody the qualification, but an agent that is long overdue is not counted on', async () => {
  const agent = await readyAgent(service, 'bea', 'worker')
  await age(agent.agentId, 61)
  for (let tries = 0; tries < 6; tries += 1) {
    await agent.peer.heartbeat()
    await sweep()
    await write(
      service,
      (tx) => tx`update qualifications set answer_by = now() - interval '1 second'
        where agent_id = ${agent.agentId} and state = 'OPEN'`,
    )
    await sweep()
    await elapse(agent.agentId, 1)
  }
  expect(await stateOf(agent.agentId)).toMatchObject({ state: 'ACTIVE', disqualified_for: null })
  const { onchain_job_id: id } = await fundedJob(await readyClient(service), await openIssue(service))
  const query = { allowUnisolated: true, requalificationSeconds: 30 * 86_400, most: 100, spare: 100 }
  const eligible = async () => {
    await agent.peer.heartbeat()
    const { fits } = await listFits(service.services.db, [BigInt(id)], query)
    return fits.some(({ agentId }) => agentId === agent.agentId)
  }
  expect(await eligible()).toBe(false)
  await age(agent.agentId, 59)
  expect(await eligible()).toBe(true)
})

/** A call of the guardian, or of the local chain's admin, past the service. */
async function decide(by: 'guardian' | 'deployer', functionName: 'revokeAgent' | 'reinstateAgent', agent: ReadyAgent) {
  const hash = await service.node.writeContract({
    address: service.chain.addresses.registry,
    abi: agentRegistryAbi,
    functionName,
    args: [agent.wallet],
    account: privateKeyToAccount(service.chain.keys[by]),
  })
  expect((await service.node.waitForTransactionReceipt({ hash })).status).toBe('success')
  await index(service)
}

test('an agent that the guardian revoked is suspended until the admin undoes it', async () => {
  const agent = await readyAgent(service, 'bea', 'worker')
  await decide('guardian', 'revokeAgent', agent)
  expect(await stateOf(agent.agentId)).toMatchObject({ state: 'SUSPENDED', disqualified_for: null })
  await decide('deployer', 'reinstateAgent', agent)
  expect(await stateOf(agent.agentId)).toMatchObject({ state: 'PROVISIONING' })
  await continueProvisioning(service.context(), { agentId: agent.agentId })
  expect(await stateOf(agent.agentId)).toMatchObject({ state: 'ACTIVE' })
  const names = await service.sql`select name from events where subject_id = ${agent.agentId} order by id desc limit 3`
  expect(names.map(({ name }) => name)).toEqual(['agent.active', 'agent.reinstated', 'agent.suspended'])
})
