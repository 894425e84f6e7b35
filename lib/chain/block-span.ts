/** How many blocks a provider is asked about at once. */
export type BlockSpan = {
  /** The last block of a request that begins at `from` and wants no more than `to`. */
  lastOf(from: bigint, to: bigint): bigint
  /** Notes an answer; after sixteen of full length the next request is twice as long, up to the maximum. */
  answered(blocks: bigint): void
  /** Notes a refusal; the next request is half as long, at least one block. */
  refused(blocks: bigint): void
}

const answersToGrow = 16

export function blockSpan(maximum: bigint): BlockSpan {
  let length = maximum
  let answers = 0
  return {
    lastOf: (from, to) => (to - from < length ? to : from + length - 1n),
    answered: (blocks) => {
      if (blocks < length || length === maximum) return
      answers += 1
      if (answers < answersToGrow) return
      answers = 0
      length = length * 2n < maximum ? length * 2n : maximum
    },
    refused: (blocks) => {
      answers = 0
      length = blocks > 1n ? blocks / 2n : 1n
    },
  }
}
