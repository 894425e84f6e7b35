import type { SeatRow } from '#lib/data/seats.ts'

type Rule = { verifiers: number; quorum: number }
export type Tally = { passes: number; fails: number; isDecided: boolean; isComplete: boolean; unfilled: number[] }

/**
 * Counts the votes seat by seat; either candidate fills a seat. Decided as the contract decides: enough passes to settle,
 * or so many fails that no quorum can follow.
 */
export function tally(panel: readonly SeatRow[], { verifiers, quorum }: Rule): Tally {
  const bySeat = new Map<number, SeatRow[]>()
  for (const row of panel) bySeat.set(row.seat, [...(bySeat.get(row.seat) ?? []), row])
  let passes = 0
  let fails = 0
  const unfilled: number[] = []
  let isComplete = panel.length > 0
  for (const [seat, candidates] of bySeat) {
    const vote = candidates.find((row) => row.state === 'RECORDED') ?? candidates.find(isVote)
    if (vote?.verdict === 'PASS') passes += 1
    else if (vote?.verdict === 'FAIL') fails += 1
    else unfilled.push(seat)
    if (candidates.some((row) => row.state === 'DRAWN' || row.state === 'SEATED') && !vote) isComplete = false
  }
  return { passes, fails, isDecided: passes >= quorum || fails >= verifiers - quorum + 1, isComplete, unfilled }
}

function isVote(row: SeatRow): boolean {
  return row.state === 'ANSWERED' && (row.verdict === 'PASS' || row.verdict === 'FAIL')
}
