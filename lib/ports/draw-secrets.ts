import type { Hash } from './chain.ts'

/** A job and the offer by which it was assigned; each assignment has its own secrets. */
export type DrawOf = { jobId: bigint; offerId: string }

/** Fixes what seeds the draws of an attempt's verifiers before its result can be known, and keeps nothing to do so. */
export type DrawSecrets = {
  /** What the assignment binds its draws to on chain. */
  commitment(draw: DrawOf): Hash
  /** The secret that hashes to `drawCommit`, the attempt's newest link; undefined when no key of this program made that one. */
  opening(draw: DrawOf, drawCommit: Hash): Hash | undefined
}
