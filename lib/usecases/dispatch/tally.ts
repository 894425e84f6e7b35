import type { SeatRow } from '#lib/data/seats.ts'

type Rule = { verifiers: number; quorum: number }
export type Tally = {
  passes: number
  fails: number
  /** Passes that settle the job: the quorum, or every seat when a quorum of the passes is marked. */
  needed: number
  isDecided: boolean
  isComplete: boolean
  unfilled: number[]
  /** How many more equal votes would decide it at the earliest. */
  toDecide: number
}

/**
 * Counts the votes seat by seat; either candidate fills a seat. Decided as the contract decides, by enough passes to
 * settle or so many fails that no quorum can follow, with one exception of the service's own: a result that a quorum of
 * verifiers passed with a mark needs all of them. One marked vote binds nobody, so no single verifier can hold up a job.
 */
export function tally(panel: readonly SeatRow[], { verifiers, quorum }: Rule): Tally {
  const bySeat = new Map<number, SeatRow[]>()
  for (const row of panel) bySeat.set(row.seat, [...(bySeat.get(row.seat) ?? []), row])
  let passes = 0
  let fails = 0
  let marked = 0
  const unfilled: number[] = []
  let isComplete = panel.length > 0
  for (const [seat, candidates] of bySeat) {
    const vote = candidates.find((row) => row.state === 'RECORDED') ?? candidates.find(isVote)
    if (vote?.verdict === 'PASS') passes += 1
    else if (vote?.verdict === 'FAIL') fails += 1
    else unfilled.push(seat)
    if (vote?.verdict === 'PASS' && isMarked(vote)) marked += 1
    if (candidates.some((row) => row.state === 'DRAWN' || row.state === 'SEATED') && !vote) isComplete = false
  }
  const needed = marked >= quorum ? verifiers : quorum
  const toDecide = Math.max(0, Math.min(needed - passes, verifiers - quorum + 1 - fails))
  return { passes, fails, needed, isDecided: toDecide === 0, isComplete, unfilled, toDecide }
}

function isVote(row: SeatRow): boolean {
  return row.state === 'ANSWERED' && (row.verdict === 'PASS' || row.verdict === 'FAIL')
}

function isMarked({ evidence }: SeatRow): boolean {
  const marks = evidence?.marks
  return Array.isArray(marks) && marks.length > 0
}
