import { randomInt } from 'node:crypto'
import { findAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent, recordEventOnce } from '../../data/events.ts'
import {
  countShadows,
  endOverdueShadows,
  type FreeVerifier,
  listDoubtedJobs,
  listFreeVerifiers,
  listMissingVerifiers,
  type Miss,
  type MissingVerifier,
} from '../../data/shadow-seats.ts'
import { takeSweep } from '../../data/sweep-cursors.ts'
import { missesThatCount, shadowChance, verdictsThatCount } from '../../domain/shadow-seat.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import type { Context } from '../context.ts'
import { suspendWork } from '../provisioning/lose-qualification.ts'
import { sweepRows } from '../sweep-rows.ts'
import { drawShadow } from './draw-shadow.ts'

const turnSeconds = 60

/** Once a minute, in one worker: ends and gives shadow seats. Returns the jobs whose record turned out doubtful. */
export async function sweepShadows(ctx: Context, host: PublicHost): Promise<string[]> {
  await endShadows(ctx)
  const doubted = await noteDoubts(ctx)
  await weighMisses(ctx)
  if ((await takeSweep(ctx.db, 'draw-shadows', turnSeconds)) !== undefined) await drawShadows(ctx, host)
  return doubted
}

/** Gives shadow seats to verifiers that have nothing to do, each by its own chance. */
export async function drawShadows(ctx: Context, host: PublicHost): Promise<void> {
  const { shadowEverySeats: everySeats, shadowEveryDays: everyDays } = ctx.settings
  if (everySeats === 0) return
  const { allowUnisolated, requalificationSeconds } = ctx.settings
  const free = await listFreeVerifiers(ctx.db, { allowUnisolated, requalificationSeconds, everyDays }, 50)
  const isDrawn = (verifier: FreeVerifier) =>
    randomInt(2 ** 32) < shadowChance({ everySeats, everyDays }, verifier, turnSeconds) * 2 ** 32
  await sweepRows(free.filter(isDrawn), {
    nameOf: ({ agentId }) => agentId,
    handle: (verifier) => drawShadow(ctx, host, verifier),
  })
}

async function endShadows(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    for (const { id } of await endOverdueShadows(tx)) {
      const subject = { type: 'shadow_seat', id } as const
      const change = { name: 'shadow_seat.ended' as const, from: 'OPEN', to: 'SILENT' }
      await recordEvent(tx, { actor: ctx.actor, subject, userId: null, ...change })
    }
  })
}

/** A record that several owners contradict is used no more; an operator reads why in the trail. */
async function noteDoubts(ctx: Context): Promise<string[]> {
  const newlyDoubted: string[] = []
  for (const job of await listDoubtedJobs(ctx.db, recordDoubted)) {
    const subject = { type: 'shadow_seat', id: job } as const
    const change = { actor: ctx.actor, subject, userId: null, name: recordDoubted, evidence: { job } } as const
    const outcome = await inTransaction(ctx.db, (tx) => recordEventOnce(tx, change))
    if (outcome === 'recorded') newlyDoubted.push(job)
  }
  return newlyDoubted
}

const recordDoubted = 'shadow_seat.record_doubted'

/**
 * A verifier that contradicts several records has to qualify again. Nothing is revoked, and what it holds and earned
 * stands.
 */
async function weighMisses(ctx: Context): Promise<void> {
  const rule = { misses: missesThatCount, among: verdictsThatCount }
  const weigh = ({ agentId, misses }: MissingVerifier) =>
    inTransaction(ctx.db, async (tx) => {
      const agent = await findAgent(tx, agentId)
      if (agent && (await suspendWork(ctx, tx, agent, { detail: reasonFor(misses), lostAt: null })))
        await countShadows(tx, agentId)
    })
  await sweepRows(await listMissingVerifiers(ctx.db, rule), { nameOf: ({ agentId }) => agentId, handle: weigh })
}

function reasonFor(misses: readonly Miss[]): string {
  const named = misses.map(({ verdict, job, attempt }) => `${verdict} on attempt ${attempt} of job ${job}`)
  return `It contradicted what all other verifiers had found: ${named.join(', ')}. Qualify again to get work.`
}
