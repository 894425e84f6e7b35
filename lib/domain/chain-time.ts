/** ISO time of the chain's seconds. */
export function timeOf(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString()
}
