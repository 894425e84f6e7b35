type Owned = { ownerUserId: string; openSeats: number }

/**
 * Those of the candidates that may be asked for unpaid work, when `count` owners are wanted. Owners with more open seats stay
 * out, but at least half of the owners and twice as many as are wanted stay in. Chance alone picks among them, and owners
 * with equally many seats stay in or out together.
 */
export function leastBurdened<Candidate extends Owned>(candidates: readonly Candidate[], count: number): Candidate[] {
  const burdens = new Map(candidates.map(({ ownerUserId, openSeats }) => [ownerUserId, openSeats]))
  const sorted = [...burdens.values()].toSorted((one, other) => one - other)
  const least = Math.max(2 * count, Math.ceil(sorted.length / 2))
  const limit = sorted[Math.min(least, sorted.length) - 1] ?? 0
  return candidates.filter(({ openSeats }) => openSeats <= limit)
}
