/** ISO time of the chain's seconds. */
export function timeOf(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString()
}

/**
 * What is left of a window when a runtime hears of it, at finality; at least the half of it, since `finalityLag` is the
 * longest of a day.
 */
export function windowAfterFinality(window: bigint, finalityLag: bigint): bigint {
  const half = window / 2n
  return window - (finalityLag < half ? finalityLag : half)
}
