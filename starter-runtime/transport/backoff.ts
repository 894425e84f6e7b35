const firstMs = 500
const lastMs = 60_000

/** How long to wait after so many failures in a row: doubling, with jitter, never less than the other side asks for. */
export function backoffMs(failures: number, retryAfterSeconds = 0): number {
  const whole = Math.min(lastMs, firstMs * 2 ** Math.min(failures - 1, 10))
  return Math.max(retryAfterSeconds * 1_000, whole / 2 + Math.random() * (whole / 2))
}
