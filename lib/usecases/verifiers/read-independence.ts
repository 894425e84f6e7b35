import type { CountedPool } from '../../data/verifier-figures.ts'
import { countIndependence } from '../../data/verifier-numbers.ts'
import { binomialTail } from '../../domain/odds.ts'
import type { IndependenceFigures } from '../../domain/verifier-figures.ts'
import type { Context } from '../context.ts'

export type Odds = { verifiers: number; quorum: number; colludingShare: number; wrongMajority: number }
export type Independence = IndependenceFigures & { odds: Odds[]; countedAt: Date | null }

const panels = [
  { verifiers: 1, quorum: 1 },
  { verifiers: 3, quorum: 2 },
  { verifiers: 5, quorum: 3 },
  { verifiers: 7, quorum: 4 },
]
const shares = [0.1, 0.2, 0.3, 0.4]

const odds = panels.flatMap((panel) =>
  shares.map((colludingShare) => ({
    ...panel,
    colludingShare,
    wrongMajority: binomialTail(panel.verifiers, panel.quorum, colludingShare),
  })),
)

/**
 * How many verifier owners there are, and what a share of them could do together: from the same count as the pool's other
 * figures, or counted now while there is none.
 */
export async function readIndependence(ctx: Context, pool: CountedPool | undefined): Promise<Independence> {
  const { independence } = pool?.figures ?? {}
  if (pool && independence) return { ...independence, odds, countedAt: pool.countedAt }
  return { ...(await countIndependence(ctx.db)), odds, countedAt: null }
}
