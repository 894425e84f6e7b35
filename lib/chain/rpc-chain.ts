import { createPublicClient, http, type PublicClient } from 'viem'
import { Failure } from '#lib/domain/failure.ts'
import type { Address, Block, Chain, Hash } from '#lib/ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { blockSpan } from './block-span.ts'
import { createCalls } from './calls.ts'
import { commit } from './commit.ts'
import { callDescriber } from './describe-call.ts'
import { historyReader, readEscrowLogs } from './escrow-history.ts'
import { createEscrowViews } from './escrow-views.ts'
import { guarded } from './guarded.ts'
import { findHeader, toBlock } from './headers.ts'
import { createOperatorCalls } from './operator-calls.ts'
import { readOutcome } from './outcome.ts'
import { parseAddress } from './parse-address.ts'
import { readTransfers } from './read-transfers.ts'
import { signerOf } from './signer-of.ts'

export type ChainOptions = {
  rpcUrl: string
  chainId: number
  genesisHash: Hash
  confirmations: number
  escrow: Address
  token: Address
  entryPoints: readonly Address[]
}

/** Blocks in one request for logs, where the provider allows as many. */
const maxLogBlocks = 500n

/** The chain behind a JSON-RPC address. Every failure of the RPC becomes `chain_unavailable`. */
export function createChain(options: ChainOptions): Chain {
  const { escrow, token } = options
  const client = createPublicClient({ transport: http(options.rpcUrl, { timeout: 8_000, retryCount: 1 }) })
  const span = blockSpan(maxLogBlocks)
  const finalBlock = () => readFinalBlock(client, options.confirmations)
  const entryPoints = options.entryPoints.map((address) => address.toLowerCase() as Address)
  const local = {
    ...createCalls(escrow, token),
    ...createOperatorCalls(escrow),
    ...{ commit, signerOf, parseAddress, describeCall: callDescriber(escrow) },
  }
  const remote: Omit<Chain, keyof typeof local> = {
    chainId: options.chainId,
    escrow,
    token,
    assertSameChain: () => assertSameChain(client, options),
    genesisHash: async () => (await client.getBlock({ blockNumber: 0n })).hash,
    latestBlock: async () => toBlock(await client.getBlock({ blockTag: 'latest' })),
    finalBlock,
    block: async (number) => {
      const header = await findHeader(client, number)
      return header && toBlock(header)
    },
    balance: async (account) => {
      const block = await client.getBlockNumber({ cacheTime: 0 })
      const read = {
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
        blockNumber: block,
      } as const
      return { units: await client.readContract(read), block }
    },
    allowance: (owner) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, escrow] }),
    ...createEscrowViews(client, escrow),
    escrowLogs: (block) => readEscrowLogs(client, escrow, { fromBlock: block, toBlock: block }),
    escrowHistory: historyReader(client, escrow, span),
    transfers: (query, from, to) => readTransfers(client, token, query, { from, to }),
    outcome: async (transactionHash, expected, calldataHash) => {
      const final = await finalBlock()
      return readOutcome(client, { escrow, token, entryPoints }, final.number, {
        transactionHash,
        expected,
        calldataHash,
      })
    },
  }
  return { ...guarded(remote), ...local }
}

async function assertSameChain(client: PublicClient, options: ChainOptions): Promise<void> {
  const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
  if (chainId !== options.chainId)
    throw new Failure('chain_unavailable', `The RPC serves chain ${chainId}, not ${options.chainId}.`)
  if (genesis.hash !== options.genesisHash)
    throw new Failure('chain_unavailable', 'The RPC serves a chain with another genesis.')
}

async function readFinalBlock(client: PublicClient, confirmations: number): Promise<Block> {
  const [finalized, latest] = await Promise.all([
    client.getBlock({ blockTag: 'finalized' }),
    client.getBlockNumber({ cacheTime: 0 }),
  ])
  const deepEnough = latest > BigInt(confirmations) ? latest - BigInt(confirmations) : 0n
  if (finalized.number <= deepEnough) return toBlock(finalized)
  return toBlock(await client.getBlock({ blockNumber: deepEnough }))
}
