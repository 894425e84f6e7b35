import type { AssignmentRow } from '../../data/assignments.ts'
import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  type DrawRow,
  discardDraw,
  findDraw,
  holdDrawn,
  insertDraw,
  listSeats,
  type SeatRow,
} from '../../data/seats.ts'
import type { WorkerContext } from '../context.ts'
import { callOnce, holdFailed, type WantedCall } from '../operator/call-once.ts'
import { drawVerifiers, type WantedDraw } from './draw-verifiers.ts'
import type { Standstill } from './standstill.ts'
import type { Subject } from './subject.ts'

const onItsWay = 'The panel is drawn; it is on its way to the chain.'
/** Until a draw that another worker makes is there. */
const soonSeconds = 2

const advance = (subject: Subject) =>
  ({ queue: 'advance-job', data: { onchainJobId: subject.job.onchainJobId.toString() } }) as const

/** Draws the panel once, keeps how, and has it seated on chain. Answers why it waits. */
export async function drawPanel(ctx: WorkerContext, subject: Subject, assignment: AssignmentRow): Promise<Standstill> {
  const { job, snapshot, onChain } = subject
  const id = job.onchainJobId
  const { attempt } = onChain
  const drawn = await listSeats(ctx.db, id, attempt)
  if (drawn.length === 0) {
    const seats = Array.from({ length: snapshot.verifiers }, (_, index) => index)
    const wanted = { kind: 'PANEL', offerId: assignment.id, seats, least: seats.length, named: [] } as const
    return draw(ctx, subject, wanted, assignment.ownerUserId)
  }
  const kept = await findDraw(ctx.db, id, attempt, 'PANEL')
  if (!kept) return { reason: 'The panel is being drawn.', afterSeconds: soonSeconds }
  const agents = drawn.map((row) => row.agentAddress)
  const seating: WantedCall = {
    operator: 'dispatcher',
    purpose: 'SEATING',
    subject: `${id}/${attempt}/${kept.id}`,
    call: ctx.chain.encodeSeat(id, attempt, agents, revealed(kept)),
    followUp: advance(subject),
    hold: (tx) => holdDrawn(tx, drawn),
  }
  const standing = await callOnce(ctx, seating)
  if (standing.kind !== 'failed') return { reason: onItsWay }
  await discard(ctx, seating, drawn)
  return { reason: `The escrow refused the panel (${standing.reason}); another one is drawn.` }
}

/** `least` is with how many alternates it is worth the while. */
export type AlternateDraw = { assignment: AssignmentRow; seats: number[]; least: number; panel: SeatRow[] }

/** Draws another candidate for seats without a vote; all that were named before stay valid. */
export async function drawAlternates(ctx: WorkerContext, subject: Subject, wanted: AlternateDraw): Promise<Standstill> {
  const { job, onChain } = subject
  const id = job.onchainJobId
  const { assignment, panel, seats, least } = wanted
  const isUnnamed = (row: SeatRow) => row.state === 'DISMISSED' && row.naming > onChain.namings
  const waiting = panel.filter((row) => row.state === 'DRAWN' || isUnnamed(row))
  if (waiting.length === 0) {
    const more = { kind: 'ALTERNATES', offerId: assignment.id, seats, least, named: panel } as const
    return draw(ctx, subject, more, assignment.ownerUserId)
  }
  const kept = await findDraw(ctx.db, id, onChain.attempt, 'ALTERNATES')
  if (!kept) return { reason: 'The alternates are being drawn.', afterSeconds: soonSeconds }
  const named = { seats: waiting.map((row) => row.seat), agents: waiting.map((row) => row.agentAddress) }
  const naming: WantedCall = {
    operator: 'dispatcher',
    purpose: 'ALTERNATES',
    subject: `${id}/${onChain.attempt}/${kept.id}`,
    call: ctx.chain.encodeAddAlternates(id, onChain.attempt, named, revealed(kept)),
    followUp: advance(subject),
    hold: (tx) => holdDrawn(tx, waiting),
  }
  const standing = await callOnce(ctx, naming)
  if (standing.kind !== 'failed') return { reason: 'Alternates are drawn; they are on their way to the chain.' }
  // A seat may have been filled since, by a vote that its verifier published itself.
  await discard(ctx, naming, waiting)
  return { reason: `The escrow refused the alternates (${standing.reason}); others are drawn.` }
}

/** Unless another check has the refused call tried again by now, which may still seat them. */
async function discard(ctx: WorkerContext, refused: WantedCall, drawn: SeatRow[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await holdFailed(tx, refused)) await discardDraw(tx, drawn)
  })
}

function revealed({ evidence, evidenceHash }: DrawRow) {
  return { secret: evidence.secret as `0x${string}`, evidenceHash }
}

async function draw(
  ctx: WorkerContext,
  subject: Subject,
  wanted: WantedDraw,
  workerUserId: string,
): Promise<Standstill> {
  const { job, onChain } = subject
  const made = await drawVerifiers(ctx, subject, wanted)
  if ('reason' in made) return made
  const { picks, document } = made
  const place = { onchainJobId: job.onchainJobId, attempt: onChain.attempt }
  const rows = picks.map((one, index) => ({
    ...place,
    seat: wanted.seats[index] ?? 0,
    naming: document.naming,
    clientUserId: job.userId,
    workerUserId,
    agentId: one.agentId,
    ownerUserId: one.ownerUserId,
    agentAddress: one.address,
    key: one.key,
  }))
  const evidenceHash = ctx.chain.commit(document)
  try {
    await inTransaction(ctx.db, async (tx) => {
      await insertDraw(tx, { ...place, kind: wanted.kind, evidence: document, evidenceHash }, rows)
      await recordEvent(tx, {
        actor: ctx.actor,
        subject: { type: 'job', id: job.onchainJobId.toString() },
        userId: job.userId,
        name: 'job.panel_drawn',
        evidence: { attempt: onChain.attempt, kind: wanted.kind, evidence_hash: evidenceHash, picks: document.picks },
      })
      await ctx.queue.add(tx, advance(subject), { account: job.userId })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  return { reason: onItsWay }
}
