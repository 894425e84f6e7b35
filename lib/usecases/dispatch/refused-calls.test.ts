import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import {
  acceptanceOf,
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  hear,
  offeredTo,
  readJob,
  readyCrew,
  type Seat,
  seatsOf,
  vote,
} from '#test/crew.ts'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { agentRegistryAbi } from '../../chain/abi/agent-registry.ts'
import { fencedBy } from '../../data/database.ts'
import { runOperator } from '../operator/run-operator.ts'
import { advanceJob } from './advance-job.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

/** A delivered job whose one verifier is drawn, and whose seating is intended. */
async function drawn(): Promise<string> {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { verifiers: 1, quorum: 1 })
  const { worker, task } = await assign(service, crew, id)
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  await runOperator(service.context(), 'dispatcher')
  await runOperator(service.context(), 'dispatcher')
  await hear(crew.verifiers)
  for (const _ of ['draw', 'seat']) await advanceJob(service.context(), { onchainJobId: id })
  expect(await seatingsOf(id)).toEqual(['INTENT'])
  return id
}

const seatingsOf = (id: string) => callsOf(id, 'SEATING')
async function callsOf(
  id: string,
  purpose: 'ASSIGNMENT' | 'SEATING' | 'SUBMISSION' | 'ATTESTATION' | 'RELEASE_REQUEST',
) {
  const rows = await service.sql`select state from operator_calls
    where purpose = ${purpose} and subject like ${`${id}/%`} order by id`
  return rows.map(({ state }) => state)
}

const panelOf = (id: string) => service.sql`select id, agent_address from seats where onchain_job_id = ${id}`

/** The escrow refuses every assignment, submission and panel so far; the last one is tried again once the pause is over. */
async function refuse(id: string, isPauseOver = false): Promise<void> {
  const since = isPauseOver ? '1 hour' : '-1 hour'
  await write(
    service,
    (tx) => tx`update operator_calls set state = 'FAILED', failure = 'Refused()',
      ended_at = now() - ${since}::interval
      where purpose in ('ASSIGNMENT', 'SUBMISSION', 'SEATING') and state <> 'CONFIRMED' and subject like ${`${id}/%`}`,
  )
}

/** Checks the job up to its first write, which waits until it is let go. */
async function heldCheck(id: string): Promise<{ letGo: () => Promise<void> }> {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const ctx = service.context()
  const db = fencedBy(ctx.db, async () => {
    reached.resolve()
    await open.promise
  })
  const check = advanceJob({ ...ctx, db }, { onchainJobId: id })
  await Promise.race([reached.promise, check])
  return {
    letGo: () => {
      open.resolve()
      return check
    },
  }
}

/** The seat that is asked for a verdict once others than those of before are heard. */
async function nextSeat(id: string, known: readonly string[] = []): Promise<Seat> {
  const asked = async () => {
    await hear(crew.verifiers)
    return (await seatsOf(crew, id)).filter((seat) => !known.includes(seat.id))
  }
  const [seat] = await advanceUntil(service, id, asked, (seats) => seats.length > 0)
  if (!seat) throw new Error('nobody is seated')
  return seat
}

async function expectJudged(id: string, known: readonly string[] = []): Promise<void> {
  const seat = await nextSeat(id, known)
  await vote(seat, true)
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
}

/** A job that a worker has accepted, and whose assignment is intended. */
async function accepted() {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { verifiers: 1, quorum: 1 })
  await hear([...crew.workers, ...crew.verifiers])
  const offered = () => offeredTo(crew.workers, id)
  const worker = await advanceUntil(service, id, offered, (found) => found !== undefined, 5)
  if (!worker) throw new Error('nobody is offered the job')
  const body = await acceptanceOf(worker, id)
  const take = () => worker.peer.call('takeJobCredential', { body })
  await take()
  await advanceJob(service.context(), { onchainJobId: id })
  expect(await callsOf(id, 'ASSIGNMENT')).toEqual(['INTENT'])
  return { id, worker, take }
}

test('a check that saw an assignment refused leaves it to its worker once another check tries it again', async () => {
  const { id, worker, take } = await accepted()
  await refuse(id)
  const late = await heldCheck(id)
  await refuse(id, true)
  await advanceJob(service.context(), { onchainJobId: id })
  expect(await callsOf(id, 'ASSIGNMENT')).toEqual(['FAILED', 'INTENT'])
  await late.letGo()
  const task = await advanceUntil(service, id, take, ({ status }) => status === 'assigned')
  if (task.status !== 'assigned') throw new Error('the job is not assigned')
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  await expectJudged(id)
})

test('an assignment that another check has ended is not tried again by the one that read it before', async () => {
  const { id } = await accepted()
  await refuse(id, true)
  const late = await heldCheck(id)
  await refuse(id)
  await advanceJob(service.context(), { onchainJobId: id })
  await late.letGo()
  expect(await callsOf(id, 'ASSIGNMENT')).toEqual(['FAILED'])
  await write(service, (tx) => tx`update agents set resting_until = null`)
  const { worker, task } = await assign(service, crew, id)
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  await expectJudged(id)
})

test('of two checks that see a panel refused, the later takes no seats from the panel that follows it', async () => {
  const id = await drawn()
  await refuse(id)
  const late = await heldCheck(id)
  for (const _ of ['discard', 'draw', 'seat']) await advanceJob(service.context(), { onchainJobId: id })
  expect(await seatingsOf(id)).toEqual(['FAILED', 'INTENT'])
  const panel = await panelOf(id)
  await late.letGo()
  expect(await panelOf(id)).toEqual(panel)
  await expectJudged(id)
  expect(await seatingsOf(id)).toEqual(['FAILED', 'CONFIRMED'])
})

test('a check that saw a panel refused leaves it its seats once another check tries it again', async () => {
  const id = await drawn()
  await refuse(id)
  const late = await heldCheck(id)
  await refuse(id, true)
  await advanceJob(service.context(), { onchainJobId: id })
  expect(await seatingsOf(id)).toEqual(['FAILED', 'INTENT'])
  const panel = await panelOf(id)
  await late.letGo()
  expect(await panelOf(id)).toEqual(panel)
  await expectJudged(id)
  expect(await seatingsOf(id)).toEqual(['FAILED', 'CONFIRMED'])
})

test('a panel that another check has discarded is not tried again by the one that read it before', async () => {
  const id = await drawn()
  await refuse(id, true)
  const late = await heldCheck(id)
  await refuse(id)
  for (const _ of ['discard', 'draw', 'seat']) await advanceJob(service.context(), { onchainJobId: id })
  await late.letGo()
  expect(await seatingsOf(id)).toEqual(['FAILED', 'INTENT'])
  await expectJudged(id)
})

async function compromise(key: unknown): Promise<void> {
  const hash = await service.node.writeContract({
    address: service.chain.addresses.registry,
    abi: agentRegistryAbi,
    functionName: 'markCompromised',
    account: privateKeyToAccount(service.chain.keys.guardian),
    args: [key],
  } as never)
  await service.node.waitForTransactionReceipt({ hash })
  await index(service)
}

// Each of these takes one of the agents away for good.
test('a vote that the escrow skipped for its compromised key does not stand in for the vote of the alternate', async () => {
  const id = await drawn()
  const seat = await nextSeat(id)
  await vote(seat, true)
  await advanceJob(service.context(), { onchainJobId: id })
  expect(await callsOf(id, 'ATTESTATION')).toEqual(['INTENT'])
  const [row] = await service.sql`select key from seats where id = ${seat.id}`
  await compromise(row?.key)
  await expectJudged(id, [seat.id])
  expect(await callsOf(id, 'ATTESTATION')).toHaveLength(2)
})

test('a panel of which a key is compromised before it is seated gives way to another one', async () => {
  const id = await drawn()
  const [seat] = await service.sql`select key, agent_address from seats where onchain_job_id = ${id}`
  await compromise(seat?.key)
  expect(await service.sql`select state from seats where onchain_job_id = ${id}`).toEqual([{ state: 'DISMISSED' }])
  await expectJudged(id)
  const judges = await service.sql`select agent_address from seats where onchain_job_id = ${id}`
  expect(judges).not.toContainEqual({ agent_address: seat?.agent_address })
})

test('a delivered result whose key is compromised does not hold its job until the end of its time', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service), { verifiers: 1, quorum: 1 })
  const { worker, task } = await assign(service, crew, id)
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  const [row] = await service.sql`select key from assignments where onchain_job_id = ${id} and attempt = 1`
  await compromise(row?.key)
  const isRefused = (states: string[]) => states.filter((state) => state === 'FAILED').length >= 3
  await advanceUntil(
    service,
    id,
    async () => {
      const states = await callsOf(id, 'SUBMISSION')
      if (!isRefused(states)) await refuse(id, true)
      return states
    },
    isRefused,
  )
  expect(await callsOf(id, 'RELEASE_REQUEST')).toEqual([])
  await advanceUntil(
    service,
    id,
    () => callsOf(id, 'RELEASE_REQUEST'),
    ([state]) => state === 'CONFIRMED',
  )
  await service.node.increaseTime({ seconds: 6 })
  await service.node.mine({ blocks: 1 })
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'OPEN',
  )
})
