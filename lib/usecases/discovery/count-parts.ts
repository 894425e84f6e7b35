import { inTransaction } from '../../data/database.ts'
import { countLargeParts } from '../../data/public-facet-counts.ts'
import { saveSweepPosition, takeSweep } from '../../data/sweep-cursors.ts'
import type { Services } from '../context.ts'

const sweep = 'count-parts'
const ageSeconds = { min: 10, max: 300 }
/** Counting takes no more than this part of the time, until the counts would become too old. */
const share = 0.01

/**
 * Recounts the large parts of the index once the last count, by any worker, is ten seconds old; up to five minutes
 * where counting takes long.
 */
export async function countParts(ctx: Pick<Services, 'db'>): Promise<void> {
  const dueAt = await takeSweep(ctx.db, sweep, ageSeconds.min)
  if (dueAt === undefined || Date.now() < Date.parse(dueAt)) return
  const startedAt = Date.now()
  // Should this count take long, no other worker starts one.
  await saveSweepPosition(ctx.db, sweep, after(ageSeconds.max))
  await inTransaction(ctx.db, countLargeParts)
  const seconds = (Date.now() - startedAt) / 1_000
  await saveSweepPosition(ctx.db, sweep, after(Math.min(seconds / share, ageSeconds.max)))
}

function after(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString()
}
