import type { ChainJob } from '../../ports/chain.ts'

/** What the contract and the service wait for while verifiers judge, in the chain's seconds. */
export type Windows = {
  verification: bigint
  /** The same as runtimes have it, who hear of it at finality. */
  afterFinality: bigint
  grace: bigint
}

/** Of a job whose verifiers are not named. */
export const noWindows: Windows = { verification: 0n, afterFinality: 0n, grace: 0n }

/** The last seconds of a window, in which verdicts are posted as they are and nobody is named any more. */
export function closingSeconds(window: bigint): bigint {
  const part = window / 8n
  return part < 10n ? part : 10n
}

/** The next second from which time alone changes what the job needs; null when none will. */
export function nextDeadline(onChain: ChainJob, windows: Windows, now: bigint): bigint | null {
  const [first = null] = deadlinesOf(onChain, windows)
    .filter((time) => time > now)
    .sort((a, b) => Number(a - b))
  return first
}

function deadlinesOf(onChain: ChainJob, { verification, afterFinality, grace }: Windows): bigint[] {
  const { state, openUntil, workBy, releaseAt, hasObjected, seatBy, verifyBy } = onChain
  switch (state) {
    case 'OPEN':
      return [openUntil + 1n]
    case 'ASSIGNED':
      return releaseAt > 0n && !hasObjected ? [workBy + 1n, releaseAt + 1n] : [workBy + 1n]
    case 'SUBMITTED': {
      if (verifyBy === 0n) return [seatBy + 1n]
      const alternates = [verifyBy - afterFinality / 2n + 1n, verifyBy - afterFinality / 4n + 1n]
      return [...alternates, verifyBy - closingSeconds(verification), verifyBy + grace + 1n]
    }
    default:
      return []
  }
}
