import { randomInt } from 'node:crypto'
import { inTransaction, isUniqueViolation } from '#lib/data/database.ts'
import { type Candidate, listEligibleVerifiers, type VerifierCandidate } from '#lib/data/dispatch.ts'
import { recordEvent } from '#lib/data/events.ts'
import { discardDraw, findDraw, insertDraw, listSeats, type SeatRow } from '#lib/data/seats.ts'
import { leastBurdened } from '#lib/domain/least-burdened.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import type { Subject } from './advance-job.ts'

const advance = (subject: Subject) =>
  ({ queue: 'advance-job', data: { onchainJobId: subject.job.onchainJobId.toString() } }) as const

/**
 * Draws the panel once, keeps who could have been drawn and how, and has it seated on chain. A verifier that owes as many
 * verdicts as the settings allow is no candidate, and where owners abound the busier ones stay out (`leastBurdened`). Chance
 * alone decides among the rest, owners first, so no owner gains by running more verifiers.
 */
export async function drawPanel(ctx: Context, subject: Subject, workerUserId: string): Promise<string> {
  const { job, snapshot, onChain } = subject
  const id = job.onchainJobId
  const { attempt } = onChain
  const drawn = await listSeats(ctx.db, id, attempt)
  if (drawn.length === 0) {
    const excludedUserIds = [job.userId, workerUserId]
    const seats = range(snapshot.verifiers)
    return draw(ctx, subject, { workerUserId, excludedUserIds, kind: 'PANEL', seats, least: seats.length })
  }
  const evidence = await findDraw(ctx.db, id, attempt, 'PANEL')
  if (!evidence) return 'The panel is being drawn.'
  const standing = await callOnce(ctx, {
    operator: 'dispatcher',
    purpose: 'SEATING',
    subject: `${id}/${attempt}/${evidence.id}`,
    call: ctx.chain.encodeSeat(
      id,
      attempt,
      drawn.map((row) => row.agentAddress),
      evidence.evidenceHash,
    ),
    followUp: advance(subject),
  })
  if (standing.kind !== 'failed') return 'The panel is drawn; it is on its way to the chain.'
  await inTransaction(ctx.db, (tx) => discardDraw(tx, id, attempt))
  return `The escrow refused the panel (${standing.reason}); another one is drawn.`
}

/** `least` is with how many alternates it is worth the while. */
export type AlternateDraw = { workerUserId: string; seats: number[]; least: number; panel: SeatRow[] }

/** Draws another candidate for seats without a vote; all that were named before stay valid. */
export async function drawAlternates(ctx: Context, subject: Subject, wanted: AlternateDraw): Promise<string> {
  const { job, onChain } = subject
  const id = job.onchainJobId
  const waiting = wanted.panel.filter((row) => row.state === 'DRAWN')
  if (waiting.length === 0) {
    const excludedUserIds = [job.userId, wanted.workerUserId, ...wanted.panel.map((row) => row.ownerUserId)]
    const { workerUserId, seats, least } = wanted
    return draw(ctx, subject, { workerUserId, excludedUserIds, kind: 'ALTERNATES', seats, least })
  }
  const evidence = await findDraw(ctx.db, id, onChain.attempt, 'ALTERNATES')
  if (!evidence) return 'The alternates are being drawn.'
  const standing = await callOnce(ctx, {
    operator: 'dispatcher',
    purpose: 'ALTERNATES',
    subject: `${id}/${onChain.attempt}/${evidence.id}`,
    call: ctx.chain.encodeAddAlternates(
      id,
      onChain.attempt,
      waiting.map((row) => row.seat),
      waiting.map((row) => row.agentAddress),
    ),
    followUp: advance(subject),
  })
  if (standing.kind !== 'failed') return 'Alternates are drawn; they are on their way to the chain.'
  // A seat may have been filled meanwhile, by a vote that its verifier published itself.
  await inTransaction(ctx.db, (tx) => discardDraw(tx, id, onChain.attempt))
  return `The escrow refused the alternates (${standing.reason}); others are drawn.`
}

type Draw = {
  workerUserId: string
  excludedUserIds: string[]
  kind: 'PANEL' | 'ALTERNATES'
  seats: number[]
  least: number
}

async function draw(ctx: Context, subject: Subject, wanted: Draw): Promise<string> {
  const { job, snapshot, onChain, now } = subject
  const { allowUnisolated, requalificationSeconds, seatsPerVerifier } = ctx.settings
  const { excludedUserIds } = wanted
  const policyVersion = snapshot.policyDocument.version
  const query = { excludedUserIds, allowUnisolated, requalificationSeconds, seatsPerVerifier, policyVersion }
  const eligible = await oldEnough(ctx, await listEligibleVerifiers(ctx.db, query), onChain.createdAt)
  const candidates = leastBurdened(eligible, wanted.seats.length)
  const { picks, numbers } = pick(candidates, wanted.seats.length)
  if (picks.length < wanted.least)
    return `Only ${picks.length} of ${wanted.seats.length} verifiers are up and free; the draw waits for more.`
  const evidence = {
    schema: 'jobwright/draw',
    version: 1,
    onchain_job_id: job.onchainJobId.toString(),
    attempt: onChain.attempt,
    kind: wanted.kind,
    drawn_at: now.toString(),
    candidates: candidates.map((one) => one.address),
    passed_over: eligible
      .filter((one) => !candidates.includes(one))
      .map(({ address, openSeats }) => ({ agent: address, open_seats: openSeats })),
    numbers,
    picks: picks.map((one) => one.address),
  }
  const place = { onchainJobId: job.onchainJobId, attempt: onChain.attempt }
  const rows = picks.map((one, index) => ({
    ...place,
    seat: wanted.seats[index] ?? 0,
    naming: onChain.namings + 1,
    clientUserId: job.userId,
    workerUserId: wanted.workerUserId,
    agentId: one.agentId,
    ownerUserId: one.ownerUserId,
    agentAddress: one.address,
    key: one.key,
  }))
  const evidenceHash = ctx.chain.commit(evidence)
  try {
    await inTransaction(ctx.db, async (tx) => {
      await insertDraw(tx, { ...place, kind: wanted.kind, evidence, evidenceHash }, rows)
      const about = { type: 'job', id: job.onchainJobId.toString() } as const
      const told = { attempt: onChain.attempt, kind: wanted.kind, evidence_hash: evidenceHash, picks: evidence.picks }
      await recordEvent(tx, {
        actor: ctx.actor,
        subject: about,
        userId: job.userId,
        name: 'job.panel_drawn',
        evidence: told,
      })
      await ctx.queue.add(tx, advance(subject))
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  return 'The panel is drawn; it is on its way to the chain.'
}

/** The contract seats only verifiers that were active before the job was funded. */
async function oldEnough(
  ctx: Context,
  candidates: VerifierCandidate[],
  createdAt: bigint,
): Promise<VerifierCandidate[]> {
  const known = await Promise.all(candidates.map((one) => ctx.chain.agentOf(one.address)))
  return candidates.filter((one, index) => {
    const agent = known[index]
    return agent?.isActive && agent.activeFrom <= createdAt && agent.key === one.key
  })
}

/** Owners uniformly at random, then one agent of each; the numbers make it repeatable. */
function pick(candidates: Candidate[], count: number): { picks: Candidate[]; numbers: number[] } {
  const owners = [...new Set(candidates.map((one) => one.ownerUserId))]
  const picks: Candidate[] = []
  const numbers: number[] = []
  while (picks.length < count && owners.length > 0) {
    const ownerAt = randomInt(owners.length)
    const [owner] = owners.splice(ownerAt, 1)
    const agents = candidates.filter((one) => one.ownerUserId === owner)
    const agentAt = randomInt(agents.length)
    const chosen = agents[agentAt]
    if (chosen) picks.push(chosen)
    numbers.push(ownerAt, agentAt)
  }
  return { picks, numbers }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
