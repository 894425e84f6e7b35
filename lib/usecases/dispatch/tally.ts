import type { SeatRow } from '../../data/seats.ts'

type Rule = { verifiers: number; quorum: number }
export type Tally = {
  /** The vote that counts for each seat that has one. */
  votes: SeatRow[]
  passes: number
  fails: number
  /** Passes that settle the job: the quorum, or every seat when a quorum of the passes is marked. */
  needed: number
  isDecided: boolean
  /** Nobody who was asked is still to answer. */
  isComplete: boolean
  /** Seats for which another verifier may be asked: those without a vote, and passes that need a second opinion. */
  open: number[]
  /** How many more equal votes would decide it at the earliest. */
  toDecide: number
}
type Seat = { seat: number; candidates: SeatRow[]; vote: SeatRow | undefined }

/**
 * Counts the votes seat by seat; the first that came fills it. Decided as the contract decides, by enough passes to settle
 * or so many fails that no quorum can follow, with an exception of the service's own: a result that a quorum of verifiers
 * passed with a mark needs all of them. When one of them fails it, each seat that passed it gets a second opinion, and a
 * fail counts there before the pass. One marked vote binds nobody, so no single verifier can hold up a job.
 */
export function tally(panel: readonly SeatRow[], { verifiers, quorum }: Rule): Tally {
  const seats = bySeat(panel, isVote)
  const isHeld = seats.filter(({ vote }) => vote?.verdict === 'PASS' && isMarked(vote)).length >= quorum
  const isContested = isHeld && seats.some(({ vote }) => vote?.verdict === 'FAIL')
  const counted = isContested ? bySeat(panel, (row) => isVote(row) && row.verdict === 'FAIL') : []
  const votes = seats.flatMap(({ vote }, index) => preferred(vote, counted[index]?.vote) ?? [])
  const passes = votes.filter(({ verdict }) => verdict === 'PASS').length
  const fails = votes.length - passes
  const needed = isHeld ? verifiers : quorum
  const toDecide = Math.max(0, Math.min(needed - passes, verifiers - quorum + 1 - fails))
  const isAsked = ({ candidates, vote }: Seat) =>
    candidates.some(isPending) && (!vote || (isContested && vote.verdict === 'PASS'))
  const isOpen = ({ candidates, vote }: Seat) =>
    !vote || (isContested && vote.verdict === 'PASS' && candidates.at(-1) === vote)
  return {
    votes,
    passes,
    fails,
    needed,
    isDecided: toDecide === 0,
    toDecide,
    isComplete: panel.length > 0 && !seats.some(isAsked),
    open: seats.filter(isOpen).map(({ seat }) => seat),
  }
}

/** Each seat with its candidates as they were named, and the vote that the chain has or that is the first of this kind. */
function bySeat(panel: readonly SeatRow[], counts: (row: SeatRow) => boolean): Seat[] {
  return [...Map.groupBy(panel, ({ seat }) => seat)].map(([seat, candidates]) => ({
    seat,
    candidates,
    vote: candidates.find(({ state }) => state === 'RECORDED') ?? candidates.find(counts),
  }))
}

function preferred(vote: SeatRow | undefined, fail: SeatRow | undefined): SeatRow | undefined {
  return vote?.state === 'RECORDED' ? vote : (fail ?? vote)
}

const isPending = ({ state }: SeatRow) => state === 'DRAWN' || state === 'SEATED'

function isVote(row: SeatRow): boolean {
  return row.state === 'ANSWERED' && (row.verdict === 'PASS' || row.verdict === 'FAIL')
}

function isMarked({ evidence }: SeatRow): boolean {
  const marks = evidence?.marks
  return Array.isArray(marks) && marks.length > 0
}
