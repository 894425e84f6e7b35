import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { work, write } from '#test/agents.ts'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  readJob,
  readyCrew,
  type Task,
  vote,
} from '#test/crew.ts'
import { balanceOf, type Client, fundedJob, newKey, openIssue, readyClient } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { escrowDomain } from '../../domain/signed-messages.ts'

type Assigned = { id: string; worker: ReadyAgent; task: Task }

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())
beforeEach(async () => {
  await write(service, async (tx) => {
    await tx`update assignments set state = 'RELEASED', ended_at = now()
      where state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED')`
    await tx`update agents set resting_until = null`
  })
  await hear([...crew.workers, ...crew.verifiers])
})

const silence = ({ agentId }: ReadyAgent) =>
  service.sql`update runtime_heartbeats set at = now() - interval '1 hour' where agent_id = ${agentId}`
const onChain = (id: string) => service.services.chain.newestJob(BigInt(id), 0n)
const objectionCalls = (id: string) =>
  service.sql`select state from operator_calls where purpose = 'RELEASE_OBJECTION' and subject like ${`${id}/%`}`

async function assigned(): Promise<Assigned> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  return { id, ...(await assign(service, crew, id)) }
}

/** The worker fell silent, its client asked for a retry, and the end of the attempt is announced on chain. */
async function announced(): Promise<Assigned> {
  const held = await assigned()
  await announce(held)
  return held
}

async function announce(held: Assigned): Promise<void> {
  await silence(held.worker)
  await clara.person.call('retryExecution', { params: { onchain_job_id: held.id }, idempotencyKey: newKey() })
  await advanceUntil(
    service,
    held.id,
    async () => (await onChain(held.id))?.releaseAt ?? 0n,
    (at) => at > 0n,
  )
}

async function objection({ id, task, worker }: Assigned, more: { attempt?: number; signer?: ReadyAgent } = {}) {
  const { chainId, addresses } = service.chain
  const { attempt = task.attempt, signer = worker } = more
  const domain = escrowDomain(chainId, addresses.escrow)
  const signature = await signer.peer.sign('ReleaseObjection', domain, { jobId: BigInt(id), attempt })
  return { onchain_job_id: id, attempt, signature }
}

test('a stalled worker that comes back learns of the announced end, objects, delivers, and is paid (H4)', async () => {
  const held = await assigned()
  const { id, worker, task } = held
  const objections = [await objection(held)]
  await announce(held)
  const { notices } = await worker.peer.heartbeat()
  const again = await Promise.all([worker.peer.heartbeat({ objections }), worker.peer.heartbeat({ objections })])
  await advanceUntil(service, id, async () => (await onChain(id))?.hasObjected, Boolean)
  expect(notices).toEqual([{ onchain_job_id: id, attempt: task.attempt, release_at: expect.any(String) }])
  expect(again.map((answer) => answer.cancelled)).toEqual([[], []])
  expect(await objectionCalls(id)).toHaveLength(1)
  expect((await worker.peer.heartbeat({ objections })).notices).toEqual([])

  await work(service, id)
  const job = await readJob(clara.person, id)
  expect(job).toMatchObject({ state: 'ASSIGNED', execution: { reason: expect.stringContaining('objected') } })
  const before = await balanceOf(service, worker.wallet)
  for (const seat of await deliver(service, crew, { worker, task })) await vote(seat, true)
  const isSettled = async () => (await readJob(clara.person, id)).state === 'SETTLED'
  await advanceUntil(service, id, isSettled, Boolean)
  expect((await balanceOf(service, worker.wallet)) - before).toBe(3_000_000n)
})

test('an attempt whose runtime was exchanged for one with another key is announced to end', async () => {
  const { id, worker } = await assigned()
  await work(service, id)
  expect((await onChain(id))?.releaseAt).toBe(0n)
  const key = `0x${'7'.repeat(40)}`
  await write(service, (tx) => tx`update runtime_connections set key = ${key} where agent_id = ${worker.agentId}`)
  await advanceUntil(
    service,
    id,
    async () => (await onChain(id))?.releaseAt ?? 0n,
    (at) => at > 0n,
    3,
  )
  await write(
    service,
    (tx) => tx`update runtime_connections set key = (select authorised_key from agents where id = agent_id)`,
  )
})

test('while nothing is announced an objection is refused, and its heartbeat counts all the same', async () => {
  const held = await assigned()
  const { id, worker } = held
  expect((await worker.peer.heartbeat()).notices).toEqual([])
  await silence(worker)
  const refused = await refusal(worker.peer.heartbeat({ objections: [await objection(held)] }))
  expect(refused).toMatchObject({ status: 409, code: 'release_not_announced' })
  const [row] = await service.sql`select now() - at < interval '1 minute' as heard from runtime_heartbeats
    where agent_id = ${worker.agentId}`
  expect(row?.heard).toBe(true)
  expect(await objectionCalls(id)).toHaveLength(0)
})

test('nobody but the key of the attempt can object, and to that attempt alone', async () => {
  const held = await assigned()
  const { id, worker } = held
  const other = crew.workers.find((one) => one !== worker) ?? worker
  const [foreign, own, next] = await Promise.all([
    objection(held, { signer: other }),
    objection(held),
    objection(held, { attempt: held.task.attempt + 1 }),
  ])
  await announce(held)
  const send = (peer: ReadyAgent['peer'], one: typeof own) => refusal(peer.heartbeat({ objections: [one] }))
  expect(await send(worker.peer, foreign)).toMatchObject({ status: 401, code: 'signature_invalid' })
  expect(await send(worker.peer, { ...own, signature: next.signature })).toMatchObject({ code: 'signature_invalid' })
  expect(await send(worker.peer, next)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await send(other.peer, own)).toMatchObject({ status: 404, code: 'not_found' })
  expect((await other.peer.heartbeat()).notices).toEqual([])
  expect(await objectionCalls(id)).toHaveLength(0)
})

test('after the notice it is too late, also for a worker that knew of it', async () => {
  const held = await announced()
  const { id, worker } = held
  const isOver = async () => {
    await service.node.mine({ blocks: 1 })
    return (await service.services.chain.latestBlock()).timestamp > ((await onChain(id))?.releaseAt ?? 0n)
  }
  await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
  expect((await worker.peer.heartbeat()).notices).toEqual([])
  const objections = [await objection(held)]
  expect(await refusal(worker.peer.heartbeat({ objections }))).toMatchObject({ code: 'attempt_superseded' })
  const isOpen = async () => (await readJob(clara.person, id)).state === 'OPEN'
  await advanceUntil(service, id, isOpen, Boolean)
  expect(await refusal(worker.peer.heartbeat({ objections }))).toMatchObject({ code: 'attempt_superseded' })
  expect(await objectionCalls(id)).toHaveLength(0)
})
