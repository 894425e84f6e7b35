import type { OperatorName } from './operator-call.ts'

/** The gas of the largest call: seven verdicts, with every payment going through. */
export const gasOfLargestCall = 1_200_000n
/** An assignment, a result, its panel, alternates, and the verdicts. */
const gasOfAttempt = 200_000n + 200_000n + 800_000n + 800_000n + gasOfLargestCall
/** So many of the largest calls a key should always be able to pay for. */
const reservedCalls = 20n

/** What a key has to do: jobs that have not ended, and its calls that are not mined. */
export type KeyNeeds = { openJobs: bigint; openCalls: bigint }

/** The gas that a key should be able to pay for now: a reserve, its open calls, and one more attempt of each open job. */
export function gasNeeded(name: OperatorName, { openJobs, openCalls }: KeyNeeds): bigint {
  const ofJobs = name === 'dispatcher' ? openJobs * gasOfAttempt : 0n
  return (reservedCalls + openCalls) * gasOfLargestCall + ofJobs
}

/** The chain's native money in whole units, of which each is 10^18 of the smallest, rounded up to six decimals. */
export function nativeText(smallest: bigint): string {
  const millionths = (smallest + 10n ** 12n - 1n) / 10n ** 12n
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}
