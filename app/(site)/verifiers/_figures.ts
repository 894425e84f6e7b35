import type { PoolFigures } from '#lib/domain/verifier-figures.ts'
import type { Independence } from '#lib/usecases/verifiers/read-independence.ts'
import { verifiersText } from '../../_text/verifiers.ts'
import type { NamedFigure } from '../_components/figure-grid.tsx'

const { none, now, of, percent, seconds, work } = verifiersText

/** Who could be drawn when it was counted. */
export function poolNow({ counts, payments }: Independence, pool: PoolFigures | undefined): NamedFigure[] {
  return [
    [now.owners, String(counts.owners)],
    [now.ownersUp, String(counts.ownersUp)],
    [now.verifiers, String(counts.verifiers)],
    [now.qualified, String(pool?.qualified ?? 0)],
    [now.largestShare, counts.ownersUp === 0 ? none : percent(counts.largestShare)],
    [now.payment, payments.median === null ? none : seconds(payments.median)],
  ]
}

/** What all of them did with their seats; the second to the fifth figure add up to the first. */
export function workDone(pool: PoolFigures): NamedFigure[] {
  const { seats, votes, decided, agreed, silent, undecided, cannotRun, medianSeconds } = pool
  return [
    [work.seats, String(seats)],
    [work.votes, String(votes)],
    [work.undecided, String(undecided)],
    [work.silent, String(silent)],
    [work.unneeded, String(seats - votes - undecided - silent)],
    [work.agreed, decided === 0 ? none : of(agreed, decided)],
    [work.cannotRun, of(cannotRun, seats)],
    [work.time, medianSeconds === null ? none : seconds(medianSeconds)],
  ]
}
