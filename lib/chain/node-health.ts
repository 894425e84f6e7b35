import type { NodeFault } from '../domain/node-fault.ts'
import type { NodeProblem } from '../ports/chain.ts'

/** What is known of one node of several. */
export type NodeHealth = {
  /** True while the node is left aside after a fault, or serves another chain. */
  isAside(): boolean
  /** True once the node served another chain, until it serves ours. */
  isForeign(): boolean
  /**
   * Notes a fault and, unless it is only to be named, leaves the node aside: a second at first, then twice as long. Of a
   * fault in the answers to one method, only such an answer is the end.
   */
  fail(fault: NodeFault, detail: string, effect?: 'named', method?: string): void
  /** The node answered, whatever it said, a request of this method and time (ms): it is reachable again. */
  answered(method: string, sentAt: number): void
  /**
   * A request of this method and time (ms) had no answer. That shows nothing of a node that answered the same later; one
   * that answered something else later is only named.
   */
  gaveNoAnswer(method: string, sentAt: number, detail: string): void
  /** The node gave what a request of this method asks for. */
  gave(method: string): void
  /** The node refused a request of this method in these words. It is named once it gave nothing for some seconds. */
  refused(method: string, words: string): void
  /** Its newest block is no older than that of others. */
  keepsUp(): void
  /** Another node says otherwise and nothing shows who is right. Both are named once that lasts, as no new branch does. */
  disputed(): void
  /** How its final block fell behind that of another node; undefined once it keeps up there. It is only named for that. */
  finalizes(late: string | undefined): void
  /** Notes that it kept a caller waiting; others are asked before it for a while. One that goes on so is named. */
  kept(): void
  /** 0 where it kept nobody waiting for a while; else up to 1, the more the later it did. */
  slowness(): number
  /** Whether its last request had no answer. */
  isAway(): boolean
  /** For how many seconds it has answered nothing; 0 once it answers, and while it is at fault otherwise. */
  awaySeconds(): number
  /** What others said against it is void, as they serve another chain. */
  acquit(): void
  /** A node of another chain is left aside until it serves ours. */
  serves(chain: 'ours' | { detail: string }): void
  /** Null once no fault was seen for some time. */
  problem(): NodeProblem | null
}

const firstPauseMs = 1_000
/** One whose words were wrong is trusted again slowly; one that has too little or is late does no harm until then. */
const longestPauseMs = {
  slow: firstPauseMs,
  lags: 8_000,
  lacks: 8_000,
  contradicts: 30_000,
  unreachable: 30_000,
  wrong_chain: 30_000,
}
/** Of a fault in the answers to one method: some are asked only once a minute, and would not show its end. */
const longestNamedMs = 4_000
/** A fault stays named for so long after its end, so that one which comes back counts as the same. */
const rememberMs = 5_000
/** For so long others are asked before a node that kept a caller waiting. */
const slowMs = 10_000
/** Of one that refused everything of a method for so long, it is said. */
const namedRefusingMs = 5_000
/** What a node is asked for that it may refuse with right: too long a range, and a call that another one carries. */
const mayBeRefused = ['eth_getLogs', 'eth_estimateGas', 'eth_sendRawTransaction']
/** A refusal that is older says nothing of now. */
const staleMs = 60_000
/** Of a node's own words. */
const shownMax = 120
/** One that kept callers waiting again and again for so long is slow. */
const namedSlowMs = 5_000
/** Nodes learn of a new branch one after the other; who disagrees for longer, again and again, is named for as long after it. */
const namedDisputeMs = 4_000
const disputeShownMs = 10_000

type Trouble = {
  fault: NodeFault
  detail: string
  since: Date
  at: number
  pauseMs: number
  isAside: boolean
  /** Of the requests that had no answer, where that is so for these alone. */
  method?: string
  endedAt?: number
}

/** `ordinal` and `host` name the node; its address may hold a key and is never shown. */
export function nodeHealth(ordinal: number, host: string): NodeHealth {
  let trouble: Trouble | undefined
  let awaySince: number | undefined
  let otherChain: { detail: string; since: Date } | undefined
  const { kept, slowness, slow } = waits()
  const { gave, refused, refusing } = refusals()
  const { disputed, acquit, dispute } = disputes()
  const { finalizes, late } = finality()
  /** When the newest request of each method was sent that it answered. */
  const answered = new Map<string, number>()
  const endOf = ({ at, pauseMs, endedAt }: Trouble) => endedAt ?? at + 2 * pauseMs
  const recent = () => (trouble && performance.now() < endOf(trouble) + rememberMs ? trouble : undefined)
  const isPaused = () =>
    trouble !== undefined && trouble.endedAt === undefined && performance.now() < trouble.at + trouble.pauseMs
  const end = (fault: NodeFault) => {
    if (trouble?.fault === fault) trouble.endedAt ??= performance.now()
  }
  const health: NodeHealth = {
    isForeign: () => otherChain !== undefined,
    isAside: () => otherChain !== undefined || (trouble?.isAside === true && isPaused()),
    answered: (method, sentAt) => {
      awaySince = undefined
      answered.set(method, Math.max(answered.get(method) ?? 0, sentAt))
      if (trouble && sentAt >= trouble.at && (trouble.method ?? method) === method) end('unreachable')
    },
    gaveNoAnswer: (method, sentAt, detail) => {
      if ((answered.get(method) ?? 0) > sentAt) return
      const isAway = ![...answered.values()].some((at) => at > sentAt)
      if (isAway) health.fail('unreachable', detail)
      else {
        const fullDetail = `${detail} That was ${method}; it has answered something else since.`
        health.fail('unreachable', fullDetail, 'named', method)
      }
    },
    gave,
    refused,
    keepsUp: () => end('lags'),
    finalizes,
    disputed,
    acquit: () => {
      acquit()
      if (trouble?.fault === 'contradicts') trouble = undefined
    },
    kept,
    slowness,
    isAway: () => awaySince !== undefined,
    awaySeconds: () => {
      const isAway = awaySince !== undefined && !otherChain && recent()?.fault === 'unreachable'
      return isAway ? (performance.now() - (awaySince ?? 0)) / 1_000 : 0
    },
    fail: (fault, detail, effect, method) => {
      const isAside = effect !== 'named'
      if (isAside) awaySince = fault === 'unreachable' ? (awaySince ?? performance.now()) : undefined
      const known = recent()
      // Requests that were under way together fail together.
      if (known && isPaused() && (known.isAside || !isAside)) return
      const longestMs = method ? longestNamedMs : longestPauseMs[fault]
      const pauseMs = known ? Math.min(known.pauseMs * 2, longestMs) : firstPauseMs
      const since = known?.since ?? new Date()
      trouble = { fault, detail, since, at: performance.now(), pauseMs, isAside, ...(method && { method }) }
    },
    serves: (chain) => {
      if (chain === 'ours') otherChain = undefined
      else otherChain ??= { detail: chain.detail, since: new Date() }
    },
    problem: () => {
      const problem = otherChain
        ? { fault: 'wrong_chain' as const, ...otherChain }
        : (recent() ?? dispute() ?? late() ?? refusing() ?? slow())
      return problem ? { ordinal, host, fault: problem.fault, detail: problem.detail, since: problem.since } : null
    },
  }
  return health
}

/** How often, and how lately, a node kept callers waiting. */
function waits() {
  let kept: { first: Date; since: number; at: number } | undefined
  const slowness = () => Math.max(0, ((kept?.at ?? Number.NEGATIVE_INFINITY) + slowMs - performance.now()) / slowMs)
  return {
    kept: () => {
      const at = performance.now()
      kept = { ...(slowness() > 0 && kept ? kept : { first: new Date(), since: at }), at }
    },
    slowness,
    slow: () => {
      if (!kept || slowness() === 0 || kept.at - kept.since < namedSlowMs) return undefined
      const detail = 'Its answers take more than a second again and again, or it is asked less since it refused some.'
      return { fault: 'slow' as const, detail, since: kept.first }
    },
  }
}

/** Since when its final block is behind. */
function finality() {
  let behind: { detail: string; since: Date } | undefined
  return {
    finalizes: (detail: string | undefined) => {
      behind = detail === undefined ? undefined : { detail, since: behind?.since ?? new Date() }
    },
    late: () => behind && { fault: 'lags' as const, ...behind },
  }
}

/** Since when another node says otherwise. */
function disputes() {
  let open: { first: Date; from: number; at: number } | undefined
  return {
    disputed: () => {
      const at = performance.now()
      open = { ...(open && at - open.at < disputeShownMs ? open : { first: new Date(), from: at }), at }
    },
    acquit: () => {
      open = undefined
    },
    dispute: () => {
      if (!open || open.at - open.from < namedDisputeMs || performance.now() - open.at > disputeShownMs)
        return undefined
      return { fault: 'contradicts' as const, detail: 'Another node says otherwise.', since: open.first }
    },
  }
}

/** Which methods a node refuses whenever it is asked. */
function refusals() {
  const since = new Map<string, { first: Date; from: number; at: number; words: string }>()
  return {
    gave: (method: string) => void since.delete(method),
    refused: (method: string, words: string) => {
      if (mayBeRefused.includes(method)) return
      const at = performance.now()
      const { first, from } = since.get(method) ?? { first: new Date(), from: at }
      since.set(method, { first, from, at, words })
    },
    refusing: () => {
      const one = [...since].find(
        ([, { from, at }]) => at - from >= namedRefusingMs && performance.now() - at < staleMs,
      )
      if (!one) return undefined
      const [method, { words, first }] = one
      const detail = `It refuses every ${method}: “${words.slice(0, shownMax)}”.`
      return { fault: 'lacks' as const, detail, since: first }
    },
  }
}
