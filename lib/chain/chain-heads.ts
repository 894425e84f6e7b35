import type { Block, Head } from '../ports/chain.ts'
import type { Header } from './headers.ts'

/** The newest blocks, asked for once for all parts of the program. */
export type Heads = {
  latest(): Promise<Head>
  /** The newest header that was seen, of whatever age. */
  newest(): Header | undefined
  /** The highest block that this program saw in the last half minute; -1 for none. */
  highest(): bigint
  /** The head before the newest one, if it was seen and is its parent. */
  parent(): Block | undefined
  /**
   * The `finalized` tag, lowered to the configured number of confirmations; agreed by two nodes where there are several.
   * Asked for again with each new block, or after ten seconds.
   */
  final(): Promise<Block>
  /** Whether any node calls, or has called, a block of that number final. */
  mayBeFinal(number: bigint): Promise<boolean>
  /** False where each reading is uncached. */
  keepsReadings: boolean
  /** Reads under that key again only after the newest block changed, or after ten seconds; never keeps `undefined` or null. */
  perBlock<T>(key: string, read: () => Promise<T>): Promise<T>
}
