export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryFaults = ['ANSWER', 'TIMEOUT', 'UNREACHABLE'] as const
/** Why an attempt failed: another answer than 2xx, none in time, or no connection to a public address. */
export type DeliveryFault = (typeof deliveryFaults)[number]

/** The pause after each failed attempt; the last attempt is about three days after the first. */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const retryAfterMax = 86_400

/** An endpoint that fails for so long is disabled. */
export const failingSecondsMax = 5 * 86_400

/**
 * Seconds until the next attempt, a tenth more or less by `random`, and not before the receiver's own Retry-After;
 * undefined after the last one.
 */
export function secondsToNextAttempt(
  attempts: number,
  { random, retryAfterSeconds }: { random: number; retryAfterSeconds: number | null },
): number | undefined {
  const pause = retrySeconds[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(pause * (0.9 + random * 0.2), Math.min(retryAfterSeconds ?? 0, retryAfterMax))
}
