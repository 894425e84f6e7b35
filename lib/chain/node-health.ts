import type { NodeFault } from '../domain/node-fault.ts'
import type { NodeProblem } from '../ports/chain.ts'

/** What is known of one node of several. */
export type NodeHealth = {
  /** True while the node is left aside after a fault, or serves another chain. */
  isAside(): boolean
  /** True once the node served another chain, until it serves ours. */
  isForeign(): boolean
  /** Notes a fault and, unless it is only to be named, leaves the node aside: a second at first, then twice as long. */
  fail(fault: NodeFault, detail: string, effect?: 'named'): void
  /** The node answered, whatever it said, a request of this time (ms): it is reachable again. */
  answered(sentAt: number): void
  /** Whether it answered a request that was sent after this time (ms), so that what it owes from before shows nothing. */
  hasAnsweredSince(sentAt: number): boolean
  /** Notes that it kept a caller waiting; others are asked before it for a while. */
  kept(): void
  isSlow(): boolean
  /** Whether its last request had no answer. */
  isAway(): boolean
  /** For how many seconds it has answered nothing; 0 once it answers, and while it is at fault otherwise. */
  awaySeconds(): number
  /** A node of another chain is left aside until it serves ours. */
  serves(chain: 'ours' | { detail: string }): void
  /** Null once no fault was seen for some time. */
  problem(): NodeProblem | null
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** A fault stays named for so long after its end, so that one which comes back counts as the same. */
const rememberMs = 5_000
/** For so long others are asked before a node that kept a caller waiting. */
const slowMs = 10_000

type Trouble = {
  fault: NodeFault
  detail: string
  since: Date
  at: number
  pauseMs: number
  isAside: boolean
  endedAt?: number
}

/** `ordinal` and `host` name the node; its address may hold a key and is never shown. */
export function nodeHealth(ordinal: number, host: string): NodeHealth {
  let trouble: Trouble | undefined
  let awaySince: number | undefined
  let otherChain: { detail: string; since: Date } | undefined
  let keptAt = Number.NEGATIVE_INFINITY
  let newestAnswered = Number.NEGATIVE_INFINITY
  const endOf = ({ at, pauseMs, endedAt }: Trouble) => endedAt ?? at + 2 * pauseMs
  const recent = () => (trouble && performance.now() < endOf(trouble) + rememberMs ? trouble : undefined)
  const isPaused = () =>
    trouble !== undefined && trouble.endedAt === undefined && performance.now() < trouble.at + trouble.pauseMs
  return {
    isForeign: () => otherChain !== undefined,
    isAside: () => otherChain !== undefined || (trouble?.isAside === true && isPaused()),
    hasAnsweredSince: (sentAt) => newestAnswered > sentAt,
    answered: (sentAt) => {
      awaySince = undefined
      newestAnswered = Math.max(newestAnswered, sentAt)
      if (trouble?.fault === 'unreachable' && sentAt >= trouble.at) trouble.endedAt ??= performance.now()
    },
    kept: () => {
      keptAt = performance.now()
    },
    isSlow: () => performance.now() < keptAt + slowMs,
    isAway: () => awaySince !== undefined,
    awaySeconds: () => {
      const isAway = awaySince !== undefined && !otherChain && recent()?.fault === 'unreachable'
      return isAway ? (performance.now() - (awaySince ?? 0)) / 1_000 : 0
    },
    fail: (fault, detail, effect) => {
      awaySince = fault === 'unreachable' ? (awaySince ?? performance.now()) : undefined
      const known = recent()
      // Requests that were under way together fail together.
      if (known && isPaused()) return
      const pauseMs = known ? Math.min(known.pauseMs * 2, longestPauseMs) : firstPauseMs
      const since = known?.since ?? new Date()
      trouble = { fault, detail, since, at: performance.now(), pauseMs, isAside: effect !== 'named' }
    },
    serves: (chain) => {
      if (chain === 'ours') otherChain = undefined
      else otherChain ??= { detail: chain.detail, since: new Date() }
    },
    problem: () => {
      const told = otherChain ? { fault: 'wrong_chain' as const, ...otherChain } : recent()
      return told ? { ordinal, host, fault: told.fault, detail: told.detail, since: told.since } : null
    },
  }
}
