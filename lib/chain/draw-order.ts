import { createHash } from 'node:crypto'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import type { DrawSeed, Hash, RegisteredVerifier } from '../ports/chain.ts'

const seedFields = parseAbiParameters('bytes32 secret, bytes32 result, uint256 jobId, uint256 attempt, uint256 naming')

/** Nobody alone chooses it: the secret was bound before the result was made, and the result by who does not know the secret. */
export function drawSeed({ secret, result, jobId, attempt, naming }: DrawSeed): Hash {
  return keccak256(encodeAbiParameters(seedFields, [secret, result, jobId, BigInt(attempt), BigInt(naming)]))
}

/**
 * The order in which a seed calls verifiers: owners by SHA-256 over the seed and the owner's id, each with its agents by
 * SHA-256 over the seed and the agent's address. So no owner gains by running more of them.
 */
export function drawOrder(seed: Hash, verifiers: readonly RegisteredVerifier[]): RegisteredVerifier[][] {
  const owners = Map.groupBy(verifiers, ({ ownerId }) => ownerId)
  return byRank([...owners], ([ownerId]) => rank(seed, ownerId)).map(([, agents]) =>
    byRank(agents, ({ agent }) => rank(seed, agent)),
  )
}

function byRank<T>(list: readonly T[], rankOf: (one: T) => string): T[] {
  const ranked = list.map((one) => ({ one, rank: rankOf(one) }))
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ one }) => one)
}

function rank(seed: Hash, id: Hash): string {
  const bytes = Buffer.from(seed.slice(2) + id.slice(2).toLowerCase(), 'hex')
  return createHash('sha256').update(bytes).digest('hex')
}
