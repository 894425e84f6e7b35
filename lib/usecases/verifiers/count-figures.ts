import { inTransaction } from '../../data/database.ts'
import { takeSweep } from '../../data/sweep-cursors.ts'
import { countFigures } from '../../data/verifier-figures.ts'
import type { Services } from '../context.ts'

const everySeconds = 60

/** Counts what verifiers did, once a minute in whichever worker comes first. */
export async function countVerifierFigures(ctx: Pick<Services, 'db'>): Promise<void> {
  if ((await takeSweep(ctx.db, 'count-verifiers', everySeconds)) === undefined) return
  await inTransaction(ctx.db, countFigures)
}
