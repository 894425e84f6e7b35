type Owned = { ownerUserId: string; openSeats: number }

/**
 * Those of the candidates that take part in a draw of `count` owners. Owners with more open seats stay out, so that the
 * least burdened go first, but only as long as half of the owners and twice as many as are drawn are left. Who is drawn
 * among them is left to chance alone, and owners with equally many seats stay in or out together.
 *
 * Both bounds are there for the draw's independence. Anyone can see on chain who is busy, so a worker could deliver at the
 * moment that suits verifiers that it colludes with. Half of the owners at least means that this doubles their chance at
 * most; twice as many as are drawn means that a small pool is never decided by who is free.
 */
export function leastBurdened<Candidate extends Owned>(candidates: readonly Candidate[], count: number): Candidate[] {
  const burdens = new Map(candidates.map(({ ownerUserId, openSeats }) => [ownerUserId, openSeats]))
  const sorted = [...burdens.values()].toSorted((one, other) => one - other)
  const least = Math.max(2 * count, Math.ceil(sorted.length / 2))
  const limit = sorted[Math.min(least, sorted.length) - 1] ?? 0
  return candidates.filter(({ openSeats }) => openSeats <= limit)
}
