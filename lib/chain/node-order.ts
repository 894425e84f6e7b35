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

/** Whatever was wrong with one that is left aside may be over; one that kept a caller waiting just now is worse. */
function rank(node: ChainNode): number {
  if (isContradicted(node)) return 4
  return (node.health.isSlow() ? 2 : 0) + (node.health.isAside() ? 1 : 0)
}

export const isPrompt = ({ health }: ChainNode) => !health.isAside() && !health.isSlow()

function isContradicted({ health }: ChainNode): boolean {
  return health.isAside() && health.problem()?.fault === 'contradicts'
}
