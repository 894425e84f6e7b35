import { Failure } from '../domain/failure.ts'
import type { Hash } from '../ports/chain.ts'
import type { Heads } from './chain-heads.ts'
import type { ChainNode, Nodes } from './chain-nodes.ts'
import { readFinalHead } from './final-head.ts'
import { finalLag } from './final-lag.ts'
import { type Header, toHead } from './headers.ts'
import { keepFor } from './keep-for.ts'

export type HeadOptions = {
  confirmations: number
  /** For how long a head is believed to be the newest; 0 asks each time, and keeps nothing. */
  maxAgeMs: number
  /** A node whose newest block is older by more than this than another node's is left aside. */
  lagSeconds: number
}

const perBlockMs = 10_000

export function followHeads(nodes: Nodes, { confirmations, maxAgeMs, lagSeconds }: HeadOptions): Heads {
  let newest: Header | undefined
  let before: Header | undefined
  const highest = highestLately()
  const lookAgain = glances(nodes, lagSeconds)
  const latest = keepFor(maxAgeMs, async () => {
    const header = await readLatest(nodes, lagSeconds)
    lookAgain(header)
    if (header.hash !== newest?.hash) before = newest
    newest = header
    highest.note(header.number)
    return toHead(header)
  })
  const noteLag = finalLag(lagSeconds)
  /** The highest that any node called final lately, and the highest that was final. */
  const claimed = highestLately()
  let agreed = -1n
  let head: Hash | undefined
  const kept = new Map<string, () => Promise<unknown>>()
  const heads: Heads = {
    latest,
    newest: () => newest,
    highest: highest.read,
    parent: () => (before && before.hash === newest?.parentHash ? toHead(before) : undefined),
    final: async () => {
      const final = await heads.perBlock('final', () =>
        readFinalHead(nodes, heads, { confirmations: BigInt(confirmations), noteLag, noteClaim: claimed.note }),
      )
      if (final.number > agreed) agreed = final.number
      return final
    },
    mayBeFinal: async (number) =>
      number <= agreed || number <= claimed.read() || number <= (await heads.final()).number,
    keepsReadings: maxAgeMs > 0,
    perBlock: async <T>(key: string, read: () => Promise<T>): Promise<T> => {
      if (maxAgeMs === 0) return read()
      const { hash } = await latest()
      if (hash !== head) kept.clear()
      head = hash
      const known = kept.get(key) ?? keepFor(perBlockMs, read)
      kept.set(key, known)
      const value = await known()
      if (value === undefined || value === null) kept.delete(key)
      // Each key names one read, so what is kept under it has its type.
      return value as T
    },
  }
  return heads
}

const highestMs = 30_000

/** Behind a balancer the newest block goes back and forth; what was seen at the highest one still happened. */
function highestLately(): { note: (number: bigint) => void; read: () => bigint } {
  let seen = { number: -1n, at: 0 }
  const isOld = () => performance.now() - seen.at > highestMs
  return {
    note: (number) => {
      if (number >= seen.number || isOld()) seen = { number, at: performance.now() }
    },
    read: () => (isOld() ? -1n : seen.number),
  }
}

/**
 * The newest head that two of the nodes that keep up have reached, so that both can be asked about it; the nodes that do not
 * keep up are left aside. The only head that is heard where a single node answers.
 */
async function readLatest(nodes: Nodes, lagSeconds: number): Promise<Header> {
  const [only] = nodes.all
  if (only && nodes.all.length === 1) return only.client.getBlock({ blockTag: 'latest' })
  const readings = await nodes.several((client) => client.getBlock({ blockTag: 'latest' }))
  // A time that has not come makes no other node late.
  const now = Math.floor(Date.now() / 1_000)
  const heard = readings.flatMap(({ one, outcome }) =>
    outcome?.status === 'fulfilled' && !one.health.isForeign()
      ? [{ node: one, head: outcome.value, time: Math.min(Number(outcome.value.timestamp), now) }]
      : [],
  )
  const times = heard.map(({ time }) => time).toSorted((a, b) => b - a)
  // Of three, one alone makes no other late.
  const newest = (heard.length > 2 ? times[1] : times[0]) ?? 0
  nameAhead(heard, lagSeconds)
  const heads: Header[] = []
  for (const { node, head, time } of heard) {
    const late = newest - time
    if (late > lagSeconds) node.health.fail('lags', `Its newest block is ${late} seconds older than another node’s.`)
    else {
      node.health.keepsUp()
      heads.push(head)
    }
  }
  const [highest, second = highest] = heads.toSorted((a, b) => Number(b.number - a.number))
  if (second) return reachedByTwo(heads, second)
  throw (
    readings.map(({ outcome }) => outcome).find((outcome) => outcome?.status === 'rejected')?.reason ??
    new Failure('chain_unavailable', 'No node serves our chain.')
  )
}

/**
 * That head, at the lowest time that any node gives for it or for a later block: one node alone makes the newest block look
 * older, up to where it lags, and never newer.
 */
function reachedByTwo(heads: readonly Header[], { number }: Header): Header {
  const byTime = heads.filter((head) => head.number >= number).toSorted((a, b) => Number(a.timestamp - b.timestamp))
  const head = byTime.find((one) => one.number === number)
  const [earliest] = byTime
  if (!head || !earliest) throw new Error('no head has this number')
  return { ...head, timestamp: earliest.timestamp }
}

/** No chain that is supported makes more blocks in a second. */
const blocksPerSecond = 10

/** Of three or more, names one whose newest block no other node comes near, by its time or by its number. */
function nameAhead(heard: readonly { node: ChainNode; head: Header }[], lagSeconds: number): void {
  if (heard.length < 3) return
  const second = (of: (head: Header) => bigint) =>
    heard.map(({ head }) => of(head)).toSorted((a, b) => Number(b - a))[1] ?? 0n
  const [time, number] = [second((head) => head.timestamp), second((head) => head.number)]
  for (const { node, head } of heard) {
    const seconds = head.timestamp - time
    const blocks = head.number - number
    const isAhead = seconds > lagSeconds || blocks > lagSeconds * blocksPerSecond
    const ahead = seconds > lagSeconds ? `${seconds} seconds newer than` : `${blocks} blocks above`
    if (isAhead) node.health.fail('contradicts', `Its newest block is ${ahead} any other node’s.`, 'named')
  }
}

const glanceMs = 2_000

/** Also asks the nodes that are left aside, without waiting for them, so that one is known to be well within seconds. */
function glances({ all }: Nodes, lagSeconds: number): (newest: Header) => void {
  const askedAt = new Map<ChainNode, number>()
  const look = async ({ client, health }: ChainNode, newest: Header) => {
    const { timestamp } = await client.getBlock({ blockTag: 'latest' })
    if (newest.timestamp - timestamp <= lagSeconds) health.keepsUp()
  }
  return (newest) => {
    const now = performance.now()
    for (const node of all) {
      if (
        !node.health.isAside() ||
        node.health.isForeign() ||
        now - (askedAt.get(node) ?? Number.NEGATIVE_INFINITY) < glanceMs
      )
        continue
      askedAt.set(node, now)
      // Its failure is noted where it is asked, and changes nothing for a node that is left aside already.
      look(node, newest).catch(() => undefined)
    }
  }
}
