import type { PublicClient } from 'viem'
import { Failure } from '#lib/domain/failure.ts'
import type { Address, Chain, Hash } from '#lib/ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { blockSpan } from './block-span.ts'
import { createCalls } from './calls.ts'
import { commit } from './commit.ts'
import { callDescriber } from './describe-call.ts'
import { historyReader, readEscrowLogs } from './escrow-history.ts'
import { createEscrowViews } from './escrow-views.ts'
import { guarded } from './guarded.ts'
import { findHeader, toBlock } from './headers.ts'
import type { Heads } from './heads.ts'
import { createOperatorCalls } from './operator-calls.ts'
import { readOutcome } from './outcome.ts'
import { parseAddress } from './parse-address.ts'
import { readTransfers } from './read-transfers.ts'
import { signerOf } from './signer-of.ts'

export type ChainOptions = {
  client: PublicClient
  heads: Heads
  chainId: number
  genesisHash: Hash
  escrow: Address
  token: Address
  entryPoints: readonly Address[]
}

/** Blocks in one request for logs, where the provider allows as many. */
const maxLogBlocks = 500n

/** How long a node that served the right chain is believed to do so. */
const sameChainMs = 15_000

/** The chain behind a JSON-RPC address. Every failure of the RPC becomes `chain_unavailable`. */
export function createChain(options: ChainOptions): Chain {
  const { client, heads, escrow, token } = options
  const span = blockSpan(maxLogBlocks)
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
    assertSameChain: rememberSuccess(sameChainMs, () => assertSameChain(client, options)),
    genesisHash: async () => (await client.getBlock({ blockNumber: 0n })).hash,
    latestBlock: heads.latest,
    finalBlock: heads.final,
    block: (number) =>
      heads.perBlock(`block ${number}`, async () => {
        const header = await findHeader(client, number)
        return header && toBlock(header)
      }),
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
    ...createEscrowViews(client, heads, escrow),
    escrowLogs: (block) => readEscrowLogs(client, escrow, { fromBlock: block, toBlock: block }),
    escrowHistory: historyReader(client, escrow, span),
    transfers: (query, from, to) => readTransfers(client, token, query, { from, to }),
    outcome: async (transactionHash, expected, calldataHash) => {
      const final = await heads.final()
      return readOutcome(client, { escrow, token, entryPoints }, final.number, {
        transactionHash,
        expected,
        calldataHash,
      })
    },
  }
  return { ...guarded(remote), ...local }
}

/** Asks again only when that time has passed since the last success. */
function rememberSuccess(ms: number, ask: () => Promise<void>): () => Promise<void> {
  let succeededAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - succeededAt < ms) return
    await ask()
    succeededAt = performance.now()
  }
}

async function assertSameChain(client: PublicClient, options: ChainOptions): Promise<void> {
  const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
  if (chainId !== options.chainId)
    throw new Failure('chain_unavailable', `The RPC serves chain ${chainId}, not ${options.chainId}.`)
  if (genesis.hash !== options.genesisHash)
    throw new Failure('chain_unavailable', 'The RPC serves a chain with another genesis.')
}
