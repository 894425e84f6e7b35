import type { PublicClient } from 'viem'
import type { NodeProblem } from '../ports/chain.ts'
import type { Reading } from './in-turn.ts'
import type { NodeHealth } from './node-health.ts'

/** One node; its client asks this node and no other. */
export type ChainNode = { name: string; client: PublicClient; health: NodeHealth }

/** Reads one node; most readings need its client alone. */
export type ReadNode<T> = (client: PublicClient, node: ChainNode) => Promise<T>

/** The nodes of the chain, in the order of their preference. With one, every method reads that one. */
export type Nodes = {
  all: readonly ChainNode[]
  /** Asks the first node that works, and the next one where it fails, or keeps silent for a while. */
  client: PublicClient
  /** The nodes that are not left aside; when each one is, all that serve our chain. */
  working(): ChainNode[]
  /**
   * Gives what two nodes read alike; the first one's reading where there is only one node. Throws `chain_unavailable`
   * while no two agree. A node that two others contradict is left aside.
   */
  agree<T>(read: (client: PublicClient) => Promise<T>): Promise<T>
  /** The same, but gives the only reading where a single node answers now. */
  heard<T>(read: (client: PublicClient) => Promise<T>): Promise<T>
  /** What each node that works reads in time, in their order; throws when none of them can be read. */
  each<T>(read: ReadNode<T>): Promise<T[]>
  /** How reading each of them ended; when fewer than `enough` (one) answer in time, those that are left aside are asked too. */
  several<T>(read: ReadNode<T>, enough?: number): Promise<Reading<ChainNode, T>[]>
  /**
   * The node that is believed alone, since every other one has answered nothing for so long; for several nodes alone.
   */
  lone(): ChainNode | undefined
  problems(): NodeProblem[]
}
