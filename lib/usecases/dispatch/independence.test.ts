import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyAgent, work, write } from '#test/agents.ts'
import {
  accept,
  advanceUntil,
  type Crew,
  crewEnv,
  hear,
  offeredTo,
  readJob,
  readyCrew,
  seatsOf,
  vote,
} from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import type { ReadyAgent } from '#test/runtime-peer.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import { runOperator } from '../operator/run-operator.ts'
import { advanceJob } from './advance-job.ts'

type Hex = `0x${string}`

let service: Service
let clara: Client
let crew: Crew
/** The client's own agents, and a verifier of the only worker's owner; all of them up and able. */
let clientsWorker: ReadyAgent
let clientsVerifier: ReadyAgent
let workersVerifier: ReadyAgent
beforeAll(async () => {
  service = await startService({ runtimePlaces: 9, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  clientsWorker = await readyAgent(service, 'clara', 'worker')
  clientsVerifier = await readyAgent(service, 'clara', 'verifier')
  workersVerifier = await readyAgent(service, 'wanda', 'verifier')
})
afterAll(() => service.stop())

const everyone = () => [...crew.workers, ...crew.verifiers, clientsWorker, clientsVerifier, workersVerifier]
const ownersOf = async (agents: readonly string[]) =>
  (await service.sql`select user_id from agents where wallet_address = any(${[...agents]})`).map((row) =>
    String(row.user_id),
  )

/** What the escrow answers to the dispatcher's own key. */
async function refusedByEscrow(functionName: 'assign' | 'seat', args: readonly unknown[]): Promise<string> {
  const account = privateKeyToAccount(service.chain.keys.dispatcher)
  const place = { address: service.chain.addresses.escrow, abi: jobEscrowAbi, account }
  const tried = service.node.simulateContract({ ...place, functionName, args: args as never })
  return tried.then(
    () => 'accepted',
    (error: { cause?: { data?: { errorName?: string } } }) => error.cause?.data?.errorName ?? String(error),
  )
}

const draw: Hex = `0x${'1'.repeat(64)}`

/** The secret that the attempt's panel is to be seated with. */
async function secretOf(id: string): Promise<Hex> {
  const ctx = service.context()
  const [offer] = await service.sql`select id from assignments where onchain_job_id = ${id} and attempt is not null`
  const { drawCommit = draw } = (await ctx.chain.newestJob(BigInt(id), 0n)) ?? {}
  return ctx.drawSecrets.opening({ jobId: BigInt(id), offerId: offer?.id }, drawCommit) ?? draw
}

/** Everybody whom the draw came to. */
const calledIn = ({ picks, skipped }: { picks: string[]; skipped: { agent: string }[] }) => [
  ...picks,
  ...skipped.map(({ agent }) => agent),
]

test('neither the client’s agents nor a verifier of the worker’s owner ever get near the job, although they are up (H9, M12)', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await hear(everyone())
  await work(service, id)
  expect(await offeredTo([clientsWorker], id)).toBeUndefined()
  const [worker] = crew.workers
  if (!worker) throw new Error('there is no worker')
  expect(await refusedByEscrow('assign', [BigInt(id), clientsWorker.wallet, draw])).toBe('OwnerConflict')

  const task = await accept(service, worker, id)
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = true\n') })
  await until(
    async () => {
      await runOperator(service.context(), 'dispatcher')
      return service.services.chain.newestJob(BigInt(id), 0n)
    },
    (job) => job?.state === 'SUBMITTED',
  )
  const [vera, victor, viola] = crew.verifiers.map(({ wallet }) => wallet)
  const secret = await secretOf(id)
  for (const intruder of [clientsVerifier.wallet, workersVerifier.wallet])
    expect(await refusedByEscrow('seat', [BigInt(id), 1, [vera, victor, intruder], secret, draw])).toBe('OwnerConflict')
  expect(await refusedByEscrow('seat', [BigInt(id), 1, [vera, victor, vera], secret, draw])).toBe('OwnerConflict')
  expect(await refusedByEscrow('seat', [BigInt(id), 1, [vera, victor, viola], secret, draw])).toBe('accepted')

  await hear(everyone())
  const panel = await advanceUntil(
    service,
    id,
    () => seatsOf(crew, id),
    (seats) => seats.length > 0,
  )
  expect(panel).toHaveLength(3)
  const intruders = [clientsVerifier.wallet, workersVerifier.wallet]
  const draws = await service.sql`select evidence from draws where onchain_job_id = ${id}`
  for (const { evidence } of draws) {
    expect(evidence.candidates).toBe(6)
    for (const intruder of intruders) expect(calledIn(evidence)).not.toContain(intruder)
  }
  const owners = await ownersOf([worker.wallet, ...panel.map(({ verifier }) => verifier.wallet)])
  expect(new Set(owners).size).toBe(4)
  for (const seat of panel) await vote(seat, true)
  await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
})

test('a verifier that was made after the job was funded is not seated on it, though it is up and other owners are few (C2)', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await hear(everyone())
  const [worker] = crew.workers
  if (!worker) throw new Error('there is no worker')
  await work(service, id)
  const task = await accept(service, worker, id)
  // One second of the chain may hold the funding's block and the registration's, and the rule counts in seconds.
  await service.node.increaseTime({ seconds: 1 })
  const young = await readyAgent(service, 'bea', 'verifier')
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, 'export const done = 1\n') })
  await hear([...everyone(), young])
  const panel = await advanceUntil(
    service,
    id,
    () => seatsOf(crew, id),
    (seats) => seats.length > 0,
  )
  expect(panel).toHaveLength(3)
  const [row] = await service.sql`select evidence from draws where onchain_job_id = ${id}`
  expect(row?.evidence.candidates).toBe(6)
  expect(calledIn(row?.evidence as never)).not.toContain(young.wallet)
})

test('outside of a local chain a runtime without isolation is neither offered a job nor counted among the verifiers (C4)', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const ctx = service.context()
  await write(service, (tx) => tx`update assignments set state = 'RELEASED', ended_at = now() where ended_at is null`)
  const strict = { ...ctx, settings: { ...ctx.settings, allowUnisolated: false } }
  const setIsolation = (agents: readonly ReadyAgent[], isolation: string) =>
    write(
      service,
      (tx) => tx`update runtime_connections set isolation = ${isolation}
        where agent_id = any(${agents.map(({ agentId }) => agentId)})`,
    )
  const reasonFor = async () => {
    await hear(everyone())
    await advanceJob(strict, { onchainJobId: id })
    return (await readJob(clara.person, id)).execution.reason
  }
  await setIsolation(crew.workers, 'none')
  expect(await reasonFor()).toContain('No suitable worker')
  await setIsolation(crew.workers, 'bubblewrap')
  await setIsolation(crew.verifiers.slice(0, 2), 'none')
  expect(await reasonFor()).toContain('Not enough independent verifiers')
  await setIsolation(crew.verifiers, 'bubblewrap')
  expect(await reasonFor()).toContain('Offered to a worker')
})
