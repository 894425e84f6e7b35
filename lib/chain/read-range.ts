import { BaseError, HttpRequestError } from 'viem'
import type { BlockSpan } from './block-span.ts'
import { rpcAnswer } from './revert.ts'
import { TooLongAnswerError, unsoundIn } from './sound-answer.ts'

type BlockRange = { fromBlock: bigint; toBlock: bigint }

/** Asks for the first blocks of a range, for fewer while the provider refuses; throws when it refuses a single block. */
export async function readRangeStart<T>(
  span: BlockSpan,
  range: BlockRange,
  read: (range: BlockRange) => Promise<T>,
): Promise<{ answer: T; last: bigint }> {
  const { fromBlock } = range
  for (;;) {
    const toBlock = span.lastOf(fromBlock, range.toBlock)
    const blocks = toBlock - fromBlock + 1n
    try {
      const answer = await read({ fromBlock, toBlock })
      span.answered(blocks)
      return { answer, last: toBlock }
    } catch (error) {
      if (blocks === 1n || !isRefusal(error)) throw error
      span.refused(blocks)
    }
  }
}

/** Whether the provider answered with an error, or with more than is read; one that cannot be reached refuses nothing. */
function isRefusal(error: unknown): boolean {
  if (rpcAnswer(error) || unsoundIn(error) instanceof TooLongAnswerError) return true
  const failed = error instanceof BaseError ? error.walk((cause) => cause instanceof HttpRequestError) : null
  return failed instanceof HttpRequestError && failed.status !== undefined
}
