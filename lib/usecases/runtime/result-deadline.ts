/** Until when a result is taken over, in seconds of the chain's clock: early enough to be mined before `workBy`. */
export function resultBy(workBy: bigint, workSeconds: bigint): bigint {
  const share = workSeconds / 10n
  const margin = share > 60n ? 60n : share < 2n ? 2n : share
  return workBy - margin
}

export function toDate(seconds: bigint): Date {
  return new Date(Number(seconds) * 1_000)
}
