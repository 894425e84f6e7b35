/** Gives each job, in turn, the first of its owners that no job before it was given. */
export function pairInTurn<Fit extends { jobId: bigint; ownerUserId: string }>(fits: readonly Fit[]): Map<bigint, Fit> {
  const pairs = new Map<bigint, Fit>()
  const taken = new Set<string>()
  for (const fit of fits) {
    if (pairs.has(fit.jobId) || taken.has(fit.ownerUserId)) continue
    pairs.set(fit.jobId, fit)
    taken.add(fit.ownerUserId)
  }
  return pairs
}
