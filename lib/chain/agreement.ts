import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PublicClient } from 'viem'
import { Failure, isFailure } from '../domain/failure.ts'
import type { ChainNode, Nodes } from './chain-nodes.ts'
import { inTurn } from './in-turn.ts'
import { atOnce, type NodeOrder, soon } from './node-order.ts'
import { isAskedTooOften, isUnreadable, revertOf, rpcAnswer } from './revert.ts'
import { unsoundIn } from './sound-answer.ts'

/** The node answers, but lacks what others have: a block, its receipts, or the state of the contract there. */
export class NodeLacksError extends Error {
  override name = 'NodeLacksError'
}

/** The node does not have a block, which at the end of the chain it may have in a moment. */
export class NoBlockError extends NodeLacksError {
  constructor(number: bigint) {
    super(`It does not have block ${number}.`)
  }
}

/** Of a node's own words. */
const shownMax = 120
/** So long the others are listened to before a node is believed alone. */
const listenMs = 2_000

type Reading<T> = { node: ChainNode; value: T }

/**
 * Where there are two nodes, both must agree; a single node is believed alone. `heard` also believes the only one that
 * answers now, for what nothing is decided by.
 */
export function agreement(
  all: readonly ChainNode[],
  { working, ranked, lone }: Pick<NodeOrder, 'working' | 'ranked'> & Pick<Nodes, 'lone'>,
): Pick<Nodes, 'agree' | 'heard'> {
  const needed = Math.min(2, all.length)
  // One that is left aside may be well again: it is believed only where another says the same.
  const inOrder = () => (needed < 2 || lone() ? working() : ranked())
  const readAll = async <T>(read: (client: PublicClient) => Promise<T>) => {
    const given: Reading<T>[] = []
    // One that turns out to serve another chain says nothing about ours, and nothing against another node.
    const readings = () => given.filter(({ node }) => !node.health.isForeign())
    const errors: unknown[] = []
    const able = working()
    const nodes = inOrder()
    const found = await inTurn(nodes, {
      atFirst: atOnce(nodes, needed),
      ask: (node) => (able.includes(node) && !node.health.isAway() ? read(node.client) : soon(read(node.client))),
      late: ({ health }) => health.kept(),
      take: (node, outcome) => {
        if (outcome.status === 'fulfilled') given.push({ node, value: outcome.value })
        else {
          errors.push(outcome.reason)
          const lack = lackIn(outcome.reason)
          if (lack !== undefined) node.health.fail('lacks', lack)
        }
        return agreed(readings(), needed)
      },
      mayPass: (reason) => lackIn(reason) === undefined && !isAskedTooOften(reason) && !revertOf(reason),
    })
    return { found, readings: readings(), errors }
  }
  const errorOf = (readings: Reading<unknown>[], errors: readonly unknown[]) => {
    if (readings.length === 0) return errors[0] ?? noneOfOurs(all)
    const inSettings = readings.toSorted((a, b) => all.indexOf(a.node) - all.indexOf(b.node))
    return disagreement(inSettings, errors)
  }
  return {
    agree: async (read) => {
      const { found, readings, errors } = await readAll(read)
      if (found) return found.value
      const [reading] = readings
      if (reading && readings.length === 1 && reading.node === lone()) {
        await listenFor(all.filter((node) => node !== reading.node))
        if (reading.node === lone()) return reading.value
      }
      throw errorOf(readings, errors)
    },
    heard: async (read) => {
      const { found, readings, errors } = await readAll(read)
      const [only] = readings
      if (found) return found.value
      if (only && readings.length === 1) return only.value
      throw errorOf(readings, errors)
    },
  }
}

/** Why nothing can be read where each node is left aside for serving another chain. */
export function noneOfOurs(all: readonly ChainNode[]): Failure {
  const [detail] = all.flatMap(({ health }) => (health.isForeign() ? (health.problem()?.detail ?? []) : []))
  const message = `No node serves our chain${detail ? `: ${detail}` : '.'}`
  return new Failure('chain_unavailable', message, { retryAfterSeconds: 2 })
}

/** Hears whether any of these answers by now, also those that are left aside: one answer ends the trust in a lone node. */
async function listenFor(nodes: readonly ChainNode[]): Promise<void> {
  const answers = Promise.allSettled(nodes.map(({ client }) => client.getChainId()))
  await Promise.race([answers, setTimeout(listenMs, undefined, { ref: false })])
}

/** What enough nodes read alike; the others are left aside. */
function agreed<T>(readings: readonly Reading<T>[], needed: number): Reading<T> | undefined {
  const isSame = (a: Reading<T>) => (b: Reading<T>) => isDeepStrictEqual(a.value, b.value)
  const found = readings.find((reading) => readings.filter(isSame(reading)).length >= needed)
  for (const { node, value } of found ? readings : [])
    if (!isDeepStrictEqual(value, found?.value)) node.health.fail('contradicts', 'Two other nodes say otherwise.')
  return found
}

/** What a node's own answer tells against it, which it would only repeat; undefined where it gave none. */
function lackIn(error: unknown): string | undefined {
  if (error instanceof NodeLacksError || isFailure(error)) return error.message
  const unsound = unsoundIn(error)
  if (unsound) return unsound.message
  if (isUnreadable(error)) return 'It answers with what cannot be read.'
  // The contract refuses, which it does behind every node.
  if (revertOf(error)) return undefined
  const answer = rpcAnswer(error)
  return answer && !isAskedTooOften(error) ? `It refuses a request: “${answer.details.slice(0, shownMax)}”.` : undefined
}

function disagreement(readings: readonly Reading<unknown>[], errors: readonly unknown[]): unknown {
  const [first, ...others] = readings
  if (others.length === 0)
    return new Failure('chain_unavailable', `Two nodes have to agree, and only ${first?.node.name} answers.`, {
      retryAfterSeconds: 2,
      cause: errors[0],
    })
  for (const { node } of readings) node.health.disputed()
  const names = readings.map(({ node }) => node.name).join(' and ')
  return new Failure('chain_unavailable', `${names} contradict each other.`, { retryAfterSeconds: 2 })
}
