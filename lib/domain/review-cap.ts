import type { DraftContent } from './document.ts'
import type { Finding } from './finding.ts'
import { amountText } from './money.ts'
import { blocking, warning } from './review.ts'

/** Independent owners of verifiers that have been there long enough, and the reward that each of them carries. */
export type VerifierPool = { agedOwners: number; rewardPerOwner: bigint }

/** As many times the cap block funding. */
const hardFactor = 3n

/**
 * Whether the reward is more than the pool of verifiers carries: the larger it is, the more it pays to join the pool in
 * order to share it. A pool without an aged owner carries as much as one with a single one, so that a market can begin.
 */
export function reviewCap(
  { reward, verifiers }: Pick<DraftContent, 'reward' | 'verifiers'>,
  { agedOwners, rewardPerOwner }: VerifierPool,
): Finding[] {
  const cap = rewardPerOwner * BigInt(Math.max(1, agedOwners))
  if (reward <= cap) return []
  const owners = agedOwners === 1 ? '1 established verifier owner' : `${agedOwners} established verifier owners`
  const message = `The reward of ${amountText(reward)} is above the ${amountText(cap)} that ${owners} can secure.`
  const panel = reward > 2n * cap ? 7 : 5
  const lower = 'Lower the reward, or split the work into smaller jobs.'
  const more = `${panel} verifiers make a bought majority dearer, but do not raise this limit.`
  const advice = verifiers < panel ? `${lower} ${more}` : lower
  return [reward > hardFactor * cap ? blocking(...finding(message, advice)) : warning(...finding(message, advice))]
}

function finding(message: string, advice: string): [string, string, string, string] {
  return ['reward_above_cap', '/reward', message, advice]
}
