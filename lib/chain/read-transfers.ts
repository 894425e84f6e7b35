import type { PublicClient } from 'viem'
import type { Address, MinedTransfer, TransferQuery } from '#lib/ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { decodeTokenLog } from './token-events.ts'

/** The transfers of exactly that amount between two accounts, from the token's own logs in a range of blocks. */
export async function readTransfers(
  client: PublicClient,
  token: Address,
  query: TransferQuery,
  range: { from: bigint; to: bigint },
): Promise<MinedTransfer[]> {
  const logs = await client.getContractEvents({
    address: token,
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: query.from, to: query.to },
    fromBlock: range.from,
    toBlock: range.to,
  })
  return logs
    .filter((log) => decodeTokenLog(log, token, 'Transfer')?.amount === query.amount)
    .map(({ transactionHash, blockNumber, blockHash, logIndex }) => ({
      transactionHash,
      blockNumber,
      blockHash,
      logIndex,
    }))
}
