import { findAgentByKey, findAgentByWallet, moveAgent, noteAgent, resetStep } from '../../data/agents.ts'
import {
  insertRejection,
  lockAssignmentOfAttempt,
  lockLiveAssignment,
  moveLockedAssignment,
  noteDeadline,
} from '../../data/assignments.ts'
import type { LogRow } from '../../data/chain-index.ts'
import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobAndTerms, findJobById } from '../../data/jobs.ts'
import { markDisconnected } from '../../data/pairings.ts'
import { dismissSeats, dismissSeatsOfKey, listSeats, markRecorded, markSeated } from '../../data/seats.ts'
import { dismissShadowsOfKey } from '../../data/shadow-seats.ts'
import { type AssignmentState, isLiveAssignment } from '../../domain/agent.ts'
import type { EventName } from '../../domain/event-name.ts'
import { jobStates } from '../../domain/job.ts'
import { lapseCause } from '../../domain/lapse-cause.ts'
import { clientFault } from '../../domain/undecidable.ts'
import type { Context } from '../context.ts'
import { publishByPolicy } from '../publishing/publish-by-policy.ts'
import { convictVerifier } from './convict-verifier.ts'

type Address = `0x${string}`

/** In the order of the contract's own enum. */
const releaseCauses = ['given back by its agent', 'released after notice', 'its time was over']
const releaseNews = ['agent.gave_back', undefined, 'agent.time_ran_out'] as const

/**
 * What a final event of the escrow means for assignments, seats and agents, in the transaction that applies it. Rows are
 * locked before they are moved, so no concurrent change can make the event lose its effect.
 */
export async function applyJobEvent(ctx: Context, tx: Transaction, log: LogRow): Promise<void> {
  const { args } = log
  if (log.eventName === 'AgentRevoked') return suspend(ctx, tx, log)
  if (log.eventName === 'AgentReinstated') return reinstate(ctx, tx, log)
  if (log.eventName === 'KeyCompromised') return shutOut(ctx, tx, log)
  if (log.onchainJobId === null) return
  const id = log.onchainJobId
  const attempt = Number(args.attempt ?? 0)
  switch (log.eventName) {
    case 'JobAssigned':
      await assigned(tx, id, { attempt, agent: args.agent as Address, workBy: BigInt(String(args.workBy)) })
      break
    case 'JobReleased':
      await released(ctx, tx, { id, attempt }, Number(args.cause))
      break
    case 'ResultSubmitted':
      await submitted(tx, id, { attempt, seatBy: BigInt(String(args.seatBy)) })
      break
    case 'Seated':
    case 'AlternatesSeated':
      await seated(ctx, tx, id, {
        attempt,
        agents: args.agents as Address[],
        verifyBy: BigInt(String(args.verifyBy)),
      })
      break
    case 'VerdictRecorded':
      await recorded(ctx, tx, log, { id, attempt })
      break
    case 'JobSettled':
      await endAttempt(ctx, tx, { id, attempt }, { to: 'PASSED', endCause: 'settled', news: 'agent.result_paid' })
      await dismissSeats(tx, id)
      await publishByPolicy(ctx, tx, id, attempt)
      break
    case 'AttemptRejected':
      await rejected(ctx, tx, log, { id, attempt })
      break
    case 'JobLapsed':
      await lapsed(ctx, tx, id, attempt)
      break
    case 'JobCancelled':
    case 'JobRefunded':
      await ended(tx, id)
      break
  }
  await ctx.queue.add(tx, { queue: 'advance-job', data: { onchainJobId: id.toString() } })
}

async function assigned(
  tx: Transaction,
  id: bigint,
  fact: { attempt: number; agent: Address; workBy: bigint },
): Promise<void> {
  // An event that is read again belongs to the assignment that it made, not to a later one of the same agent.
  if (await lockAssignmentOfAttempt(tx, id, fact.attempt)) return
  const live = await lockLiveAssignment(tx, id)
  if (live?.agentAddress !== fact.agent || live.state !== 'ACCEPTED') return
  await moveLockedAssignment(tx, live, 'ASSIGNED', {
    attempt: fact.attempt,
    workBy: fact.workBy,
    deadline: fact.workBy,
  })
}

async function submitted(tx: Transaction, id: bigint, fact: { attempt: number; seatBy: bigint }): Promise<void> {
  const row = await lockAssignmentOfAttempt(tx, id, fact.attempt)
  if (row?.state === 'ASSIGNED') await moveLockedAssignment(tx, row, 'SUBMITTED', { deadline: fact.seatBy })
}

async function seated(
  ctx: Context,
  tx: Transaction,
  id: bigint,
  fact: { attempt: number; agents: Address[]; verifyBy: bigint },
): Promise<void> {
  const { grace } = await ctx.chain.bounds()
  const verifyBy = await markSeated(tx, { jobId: id, ...fact })
  await noteDeadline(tx, id, fact.attempt, verifyBy + grace)
}

type Attempt = { id: bigint; attempt: number }
/** `news`: the events by which the worker's owner and the client hear of it. */
type End = { to: AssignmentState; endCause: string; news?: EventName | undefined; clientNews?: EventName | undefined }

/** Nothing where it has ended before, as when the event is read again. */
async function endAttempt(ctx: Context, tx: Transaction, { id, attempt }: Attempt, end: End): Promise<void> {
  const row = await lockAssignmentOfAttempt(tx, id, attempt)
  if (!row || !isLiveAssignment(row.state)) return
  await moveLockedAssignment(tx, row, end.to, { endCause: row.endCause ?? end.endCause })
  const evidence = { onchain_job_id: id.toString(), attempt }
  if (end.news) await recordAgentEvent(ctx, tx, row, end.news, evidence)
  const job = end.clientNews ? await findJobById(tx, id) : undefined
  if (!job || !end.clientNews) return
  const subject = { type: 'job', id: id.toString() } as const
  await recordEvent(tx, { actor: ctx.actor, subject, userId: job.userId, name: end.clientNews, evidence })
}

async function recordAgentEvent(
  { actor }: Context,
  tx: Transaction,
  { agentId, ownerUserId: userId }: { agentId: string; ownerUserId: string },
  name: EventName,
  evidence: Record<string, unknown>,
): Promise<void> {
  await recordEvent(tx, { actor, subject: { type: 'agent', id: agentId }, userId, name, evidence })
}

async function released(ctx: Context, tx: Transaction, at: Attempt, cause: number): Promise<void> {
  const endCause = releaseCauses[cause] ?? 'released'
  await endAttempt(ctx, tx, at, { to: 'RELEASED', endCause, news: releaseNews[cause] })
}

/** A vote on chain that is not the one that was given here is a second one. */
async function recorded(
  ctx: Context,
  tx: Transaction,
  { args, transactionHash }: LogRow,
  { id, attempt }: { id: bigint; attempt: number },
): Promise<void> {
  const agent = args.agent as Address
  const pass = args.pass === true
  const seat = (await listSeats(tx, id, attempt)).find((row) => row.agentAddress === agent)
  const contradiction = { pass, evidence_hash: String(args.evidenceHash), proof: transactionHash }
  if (seat) await convictVerifier(ctx, tx, seat, contradiction)
  await markRecorded(tx, { jobId: id, attempt, agent, pass })
  const evidence = { onchain_job_id: id.toString(), attempt, pass, fee: String(args.fee) }
  if (seat && seat.state !== 'RECORDED') await recordAgentEvent(ctx, tx, seat, 'agent.verdict_recorded', evidence)
}

async function rejected(ctx: Context, tx: Transaction, log: LogRow, { id, attempt }: Attempt): Promise<void> {
  const isLast = jobStates[Number(log.args.state) - 1] === 'REJECTED'
  await endAttempt(
    ctx,
    tx,
    { id, attempt },
    {
      to: 'REJECTED',
      endCause: 'the verifiers rejected the result',
      news: 'agent.result_rejected',
      // The last one is recorded with the job's end.
      ...(!isLast && { clientNews: 'job.attempt_rejected' }),
    },
  )
  const row = await lockAssignmentOfAttempt(tx, id, attempt)
  if (row) await insertRejection(tx, id, row.ownerUserId)
  await dismissSeats(tx, id, attempt)
}

async function lapsed(ctx: Context, tx: Transaction, id: bigint, attempt: number): Promise<void> {
  const seats = await listSeats(tx, id, attempt)
  const { snapshot } = await findJobAndTerms(tx, id)
  const cause = lapseCause(seats.map(({ verdict }) => verdict))
  const fault = snapshot && clientFault(seats, snapshot.quorum)
  const end = { to: 'LAPSED', endCause: fault ? `${cause}: ${fault}` : cause, news: 'agent.result_lapsed' } as const
  await endAttempt(ctx, tx, { id, attempt }, end)
  await dismissSeats(tx, id)
}

async function ended(tx: Transaction, id: bigint): Promise<void> {
  const live = await lockLiveAssignment(tx, id)
  if (live) await moveLockedAssignment(tx, live, 'RELEASED', { endCause: 'the job ended' })
  await dismissSeats(tx, id)
}

/**
 * The escrow takes no vote of the key that it has not recorded yet, so its seats are open for alternates, and its runtime
 * gets no work until the owner pairs one with another key.
 */
async function shutOut(ctx: Context, tx: Transaction, log: LogRow): Promise<void> {
  const key = log.args.key as Address
  await dismissSeatsOfKey(tx, key)
  await dismissShadowsOfKey(tx, key)
  const agent = await findAgentByKey(tx, key)
  if (!agent || !(await markDisconnected(tx, agent.id))) return
  const subject = { type: 'agent', id: agent.id } as const
  const reason = 'The key of its runtime was marked as compromised; pair it again with another key.'
  const evidence = { transaction_hash: log.transactionHash, reason }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, name: 'agent.disconnected', evidence })
}

async function suspend(ctx: Context, tx: Transaction, log: LogRow): Promise<void> {
  const agent = await findAgentByWallet(tx, log.args.agent as Address)
  if (!agent || !(await moveAgent(tx, agent.id, ['PROVISIONING', 'ACTIVE', 'PAUSED'], 'SUSPENDED'))) return
  const subject = { type: 'agent', id: agent.id } as const
  const change = { name: 'agent.suspended' as const, from: agent.state, to: 'SUSPENDED' }
  const evidence = { transaction_hash: log.transactionHash }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change, evidence })
}

/** The admin's decision: the agent goes through its steps again, and qualifies again where it had lost that. */
async function reinstate(ctx: Context, tx: Transaction, log: LogRow): Promise<void> {
  const agent = await findAgentByWallet(tx, log.args.agent as Address)
  if (!agent || !(await moveAgent(tx, agent.id, ['SUSPENDED'], 'PROVISIONING'))) return
  if (agent.disqualifiedFor !== null) {
    await noteAgent(tx, agent.id, { disqualifiedFor: null, qualifiedAt: null, qualificationLostAt: null })
    await resetStep(tx, agent.id, 'QUALIFICATION', { state: 'PENDING' })
  }
  const subject = { type: 'agent', id: agent.id } as const
  const change = { name: 'agent.reinstated' as const, from: 'SUSPENDED', to: 'PROVISIONING' }
  const evidence = { transaction_hash: log.transactionHash }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change, evidence })
  await ctx.queue.add(tx, { queue: 'provision-agent', data: { agentId: agent.id } }, { account: agent.userId })
}
