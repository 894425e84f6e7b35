import type { Address, Chain, ChainOutcome, Hash } from '../ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { createAccountViews } from './account-views.ts'
import { blockReader } from './block-reader.ts'
import { createCalls } from './calls.ts'
import { type CodeHashes, chainCheck } from './chain-check.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { commit } from './commit.ts'
import { callDescriber } from './describe-call.ts'
import { drawOrder, drawSeed } from './draw-order.ts'
import { historyOf, readEscrowLogs } from './escrow-history.ts'
import { createEscrowViews } from './escrow-views.ts'
import { guarded } from './guarded.ts'
import { createOperatorCalls } from './operator-calls.ts'
import { outcomeReader } from './outcome.ts'
import { parseAddress } from './parse-address.ts'
import { moveReader } from './read-moves.ts'
import { transferReader } from './read-transfers.ts'
import { receiptMoveReader } from './receipt-moves.ts'
import { signerOf } from './signer-of.ts'

export type ChainOptions = {
  nodes: Nodes
  heads: Heads
  chainId: number
  genesisHash: Hash
  codeHashes?: CodeHashes
  registry: Address
  escrow: Address
  token: Address
  entryPoints: readonly Address[]
}

/**
 * The chain behind its nodes. What money depends on is read at two of them, where there are as many. Every failure of
 * the RPC becomes `chain_unavailable`.
 */
export function createChain(options: ChainOptions): Chain {
  const { nodes, heads, registry, escrow, token } = options
  const contracts = { escrow, registry }
  const assertSameChain = chainCheck(nodes, options)
  const entryPoints = options.entryPoints.map((address) => address.toLowerCase() as Address)
  const local = {
    ...createCalls(escrow, token),
    ...createOperatorCalls(contracts),
    commit,
    drawSeed,
    drawOrder,
    signerOf,
    parseAddress,
    describeCall: callDescriber(escrow),
    nodeProblems: nodes.problems,
    readsFinalOnly: nodes.all.length > 1,
    highestBlock: heads.highest,
  }
  const remote: Omit<Chain, keyof typeof local> = {
    chainId: options.chainId,
    genesisHash: options.genesisHash,
    registry,
    escrow,
    token,
    assertSameChain,
    latestBlock: heads.latest,
    readableBlock: async () => (local.readsFinalOnly ? { ...(await heads.final()), parentHash: null } : heads.latest()),
    finalBlock: heads.final,
    ...blockReader(nodes, heads),
    ...createEscrowViews(nodes, heads, escrow),
    ...createAccountViews(nodes, heads, { ...contracts, token }),
    escrowLogs: (block) => nodes.agree((node) => readEscrowLogs(node, contracts, { fromBlock: block, toBlock: block })),
    escrowHistory: historyOf(nodes, heads, contracts),
    transfers: thenCheck(transferReader(nodes, token), assertSameChain),
    tokenMoves: moveReader(nodes, token),
    movesIn: receiptMoveReader(nodes, token),
    balanceAt: (account, blockNumber) =>
      nodes.agree((node) =>
        node.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [account],
          blockNumber,
        } as const),
      ),
    outcome: thenCheck(outcomeReader(nodes, heads, { ...contracts, token, entryPoints }), assertSameChain, isDecided),
  }
  return { ...guarded(remote), ...local }
}

/** Asks again which chain decided. */
function thenCheck<Args extends unknown[], T>(
  read: (...args: Args) => Promise<T>,
  assertSameChain: Chain['assertSameChain'],
  isDecided: (value: T) => boolean = () => true,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    const value = await read(...args)
    if (isDecided(value)) await assertSameChain('fresh')
    return value
  }
}

function isDecided(outcome: ChainOutcome): boolean {
  return outcome.kind !== 'pending' && outcome.isFinal
}
