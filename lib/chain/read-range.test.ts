import { UnknownRpcError } from 'viem'
import { expect, test } from 'vitest'
import { blockSpan } from './block-span.ts'
import { readRangeStart } from './read-range.ts'
import { TooLongAnswerError } from './sound-answer.ts'

test('a range whose answer is longer than what is read is asked for in halves', async () => {
  const span = blockSpan(500n)
  const asked: bigint[] = []
  const { last } = await readRangeStart(span, { fromBlock: 1n, toBlock: 500n }, async ({ fromBlock, toBlock }) => {
    asked.push(toBlock - fromBlock + 1n)
    if (toBlock > 130n) throw new UnknownRpcError(new TooLongAnswerError('It answers with more than 32 MiB.'))
  })
  expect([asked, last]).toEqual([[500n, 250n, 125n], 125n])
})

test('a single block whose answer is too long is not asked for again', async () => {
  const tooLong = new UnknownRpcError(new TooLongAnswerError('It answers with more than 32 MiB.'))
  const read = () => Promise.reject(tooLong)
  await expect(readRangeStart(blockSpan(500n), { fromBlock: 1n, toBlock: 1n }, read)).rejects.toBe(tooLong)
})
