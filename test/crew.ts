import type { ReplyOf } from '#lib/client/api.ts'
import { readyAgent, work } from './agents.ts'
import type { Person } from './people/person.ts'
import type { ReadyAgent } from './runtime-peer.ts'
import type { Service } from './service.ts'

export type Job = ReplyOf<'getJob'>
export type Task = Extract<ReplyOf<'takeJobCredential'>, { status: 'assigned' }>
export type Crew = { workers: ReadyAgent[]; verifiers: ReadyAgent[] }

/** Settings under which no runtime grows stale while a test thinks, and verdicts are posted at once. */
export const crewEnv = {
  RUNTIME_HEARTBEAT_SECONDS: '60',
  RUNTIME_WORK_HEARTBEAT_SECONDS: '60',
  OFFER_SECONDS: '600',
  ATTEST_HOLD_SECONDS: '0',
}

/** Active agents of these owners, one after the other. */
export async function readyCrew(service: Service, workers: string[], verifiers: string[]): Promise<Crew> {
  const crew: Crew = { workers: [], verifiers: [] }
  for (const persona of workers) crew.workers.push(await readyAgent(service, persona, 'worker'))
  for (const persona of verifiers) crew.verifiers.push(await readyAgent(service, persona, 'verifier'))
  return crew
}

/** Lets every runtime be heard. */
export async function hear(agents: readonly ReadyAgent[]): Promise<void> {
  await Promise.all(agents.map(({ peer }) => peer.heartbeat()))
}

/** Rounds of the worker program until the answer satisfies; at most `rounds`. */
export async function advanceUntil<T>(
  service: Service,
  jobId: string,
  read: () => Promise<T>,
  satisfies: (value: T) => boolean,
  rounds = 20,
): Promise<T> {
  for (let round = 0; ; round += 1) {
    const value = await read()
    if (satisfies(value)) return value
    if (round >= rounds) throw new Error(`job ${jobId} never came to it; last seen: ${JSON.stringify(value)}`)
    await work(service, jobId)
  }
}

export function readJob(client: Person, jobId: string): Promise<Job> {
  return client.call('getJob', { params: { onchain_job_id: jobId } })
}

/** Which of these agents is offered the job now. */
export async function offeredTo(agents: readonly ReadyAgent[], jobId: string): Promise<ReadyAgent | undefined> {
  for (const agent of agents) if (await offerOf(agent, jobId)) return agent
  return undefined
}

export async function offerOf({ peer }: ReadyAgent, jobId: string) {
  return (await peer.heartbeat()).offers.find((offer) => offer.onchain_job_id === jobId)
}

/** The body that accepts the agent's offer of the job. */
export async function acceptanceOf(agent: ReadyAgent, jobId: string) {
  const offer = await offerOf(agent, jobId)
  if (!offer) throw new Error('the agent is not offered the job')
  return { offer_id: offer.offer_id, signature: await agent.peer.acceptance(offer, agent.wallet) }
}

/** Accepts the offered job and gives its task once the assignment is on chain. */
export async function accept(service: Service, agent: ReadyAgent, jobId: string): Promise<Task> {
  const body = await acceptanceOf(agent, jobId)
  const taken = await advanceUntil(
    service,
    jobId,
    () => agent.peer.call('takeJobCredential', { body }),
    ({ status }) => status === 'assigned',
  )
  if (taken.status !== 'assigned') throw new Error('the job is not assigned')
  return taken
}

/** Offers the job and lets the chosen worker accept. */
export async function assign(service: Service, crew: Crew, jobId: string): Promise<{ worker: ReadyAgent; task: Task }> {
  await hear([...crew.workers, ...crew.verifiers])
  const worker = await advanceUntil(
    service,
    jobId,
    () => offeredTo(crew.workers, jobId),
    (found) => found !== undefined,
    5,
  )
  if (!worker) throw new Error('nobody is offered the job')
  return { worker, task: await accept(service, worker, jobId) }
}

export type Seat = { verifier: ReadyAgent; id: string; task: ReplyOf<'takeVerificationCredential'> }

/** Who is asked to verify the job now, with what is to be verified. */
export async function seatsOf(crew: Crew, jobId: string): Promise<Seat[]> {
  const seats: Seat[] = []
  for (const verifier of crew.verifiers)
    for (const { verification_id } of (await verifier.peer.heartbeat()).verifications) {
      const task = await verifier.peer.call('takeVerificationCredential', { body: { verification_id } })
      if (task.onchain_job_id === jobId) seats.push({ verifier, id: verification_id, task })
    }
  return seats
}

/** Delivers a result for the task and gives the panel that is seated for it. */
export async function deliver(
  service: Service,
  crew: Crew,
  { worker, task }: { worker: ReadyAgent; task: Task },
  content = 'export const done = true\n',
  treeId?: string,
): Promise<Seat[]> {
  await worker.peer.call('submitJobResult', { body: await worker.peer.result(task, content, {}, treeId) })
  await hear(crew.verifiers)
  const { onchain_job_id } = task
  return advanceUntil(
    service,
    onchain_job_id,
    () => seatsOf(crew, onchain_job_id),
    (seats) => seats.length > 0,
  )
}

/**
 * Does this in the last nine seconds of the panel's time, in which the service posts verdicts as they are. A second passes
 * with each block, and none with nothing else.
 */
export async function inLastSeconds<T>(
  { node }: Service,
  client: Person,
  jobId: string,
  work: () => Promise<T>,
): Promise<T> {
  const [seat] = (await readJob(client, jobId)).execution.panel
  await node.setNextBlockTimestamp({ timestamp: BigInt(Date.parse(seat?.verify_by ?? '') / 1_000 - 9) })
  await node.mine({ blocks: 1 })
  await node.setBlockTimestampInterval({ interval: 1 })
  try {
    return await work()
  } finally {
    await node.removeBlockTimestampInterval()
  }
}

/** The verifier's signed vote on its seat. */
export async function vote({ verifier: { peer }, task }: Seat, pass: boolean, mark?: string): Promise<void> {
  await peer.call('submitVerificationResult', { body: await peer.vote(task, pass, peer, mark) })
}
