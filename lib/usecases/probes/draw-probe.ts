import { randomInt } from 'node:crypto'
import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import type { VerifierCandidate } from '../../data/dispatch.ts'
import { findDraftById } from '../../data/drafts.ts'
import { moveProbe, type ProbeRow } from '../../data/probes.ts'
import { leastBurdened } from '../../domain/least-burdened.ts'
import type { Context } from '../context.ts'
import { listProbers } from './plan-probe.ts'

/**
 * Asks one verifier to probe a draft, drawn like a seat: the least burdened owners first, then by chance, owners before
 * their agents. The probe stays WAITING while none is free.
 */
export async function drawProbe(ctx: Context, probe: ProbeRow): Promise<void> {
  const draft = await findDraftById(ctx.db, probe.draftId)
  if (!draft) return
  const idle = await listProbers(ctx, draft, { passedOver: probe.passedOver, forProbe: 'idle' })
  const chosen = pick(leastBurdened(idle, 1))
  if (!chosen) return
  const { agentId, ownerUserId } = chosen
  try {
    // Ignored because a probe that has ended, or was given to another verifier, asks nobody.
    await inTransaction(ctx.db, (tx) => moveProbe(tx, probe, 'ASKED', { agentId, ownerUserId, tries: probe.tries + 1 }))
  } catch (error) {
    // It was given another probe at this moment; the next sweep draws again.
    if (!isUniqueViolation(error, 'probes_one_per_agent')) throw error
  }
}

function pick(candidates: readonly VerifierCandidate[]): VerifierCandidate | undefined {
  const owners = [...new Set(candidates.map(({ ownerUserId }) => ownerUserId))]
  if (owners.length === 0) return undefined
  const owner = owners[randomInt(owners.length)]
  const agents = candidates.filter(({ ownerUserId }) => ownerUserId === owner)
  return agents[randomInt(agents.length)]
}
