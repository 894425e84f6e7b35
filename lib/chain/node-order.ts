import { setTimeout } from 'node:timers/promises'
import type { ChainNode } from './chain-nodes.ts'

export type NodeOrder = {
  /** The nodes that are not left aside; when each one is, all that serve our chain. */
  working(): ChainNode[]
  /** All that serve our chain, in the order in which they are asked. */
  ranked(): ChainNode[]
  /** The same without those that others contradicted, which are not read alone while another one works. */
  readable(): ChainNode[]
}

export function nodeOrder(all: readonly ChainNode[]): NodeOrder {
  const ranked = () => all.filter(({ health }) => !health.isForeign()).toSorted((a, b) => rank(a) - rank(b))
  const able = () => ranked().filter(({ health }) => !health.isAside())
  return {
    ranked,
    working: () => (able().length > 0 ? able() : ranked()),
    readable: () => (able().length > 0 ? ranked().filter((node) => !isContradicted(node)) : ranked()),
  }
}

/**
 * Whatever was wrong with one that is left aside may be over; one that kept a caller waiting just now is worse, and of two
 * that did, the one that did so last.
 */
function rank(node: ChainNode): number {
  if (isContradicted(node)) return 5
  const slowness = node.health.slowness()
  return (slowness > 0 ? 2 + slowness : 0) + (node.health.isAside() ? 1 : 0)
}

/** Reads one node. One that is left aside, or gave no answer to the last request, has two seconds: enough for one that is well again. */
export function readFrom<T>(
  { client, health }: ChainNode,
  read: (client: ChainNode['client']) => Promise<T>,
): Promise<T> {
  return health.isAside() || health.isAway() ? soon(read(client)) : read(client)
}

const soonMs = 2_000

/** What is read within two seconds. Late is no fault: what is known of such a node stays as it was. */
export function soon<T>(reading: Promise<T>): Promise<T> {
  const tooLate = setTimeout(soonMs, undefined, { ref: false }).then(() => {
    throw new Error('The node does not answer in time.')
  })
  return Promise.race([reading, tooLate])
}

/** How many of these to ask at once, of which so many have to answer: those that are at fault cost their time only once. */
export function atOnce(nodes: readonly ChainNode[], enough: number): number {
  const timely = nodes.filter(({ health }) => health.slowness() === 0).length
  if (nodes.filter(isPrompt).length >= enough) return enough
  return timely >= enough ? timely : nodes.length
}

export const isPrompt = ({ health }: ChainNode) => !health.isAside() && health.slowness() === 0

function isContradicted({ health }: ChainNode): boolean {
  return health.isAside() && health.problem()?.fault === 'contradicts'
}
