import type { PublicClient } from 'viem'
import type { Address, MinedTransfer, TransferQuery } from '#lib/ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import type { BlockSpan } from './block-span.ts'
import { readRange } from './read-range.ts'
import { decodeTokenLog } from './token-events.ts'

/** The transfers of exactly that amount between two accounts, from the token's own logs in a range of blocks. */
export async function readTransfers(
  client: PublicClient,
  token: Address,
  query: TransferQuery,
  range: { fromBlock: bigint; toBlock: bigint },
  span: BlockSpan,
): Promise<MinedTransfer[]> {
  const args = { from: query.from, to: query.to }
  const event = { address: token, abi: erc20Abi, eventName: 'Transfer', args } as const
  const logs = await readRange(span, range, (part) => client.getContractEvents({ ...event, ...part }))
  return logs
    .filter((log) => decodeTokenLog(log, token, 'Transfer')?.amount === query.amount)
    .map(({ transactionHash, blockNumber, blockHash, logIndex }) => ({
      transactionHash,
      blockNumber,
      blockHash,
      logIndex,
    }))
}
