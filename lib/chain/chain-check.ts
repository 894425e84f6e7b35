import { BlockNotFoundError, keccak256, type PublicClient } from 'viem'
import { Failure } from '../domain/failure.ts'
import type { Chain, Hash } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import type { Nodes } from './chain-nodes.ts'
import type { Contracts } from './escrow-events.ts'
import { together } from './in-turn.ts'
import { lowerAddress } from './parse-address.ts'

/** Keccak-256 of the contracts' code as they were deployed, where a record says so. */
export type CodeHashes = { escrow?: Hash | undefined; registry?: Hash | undefined }
type Pinned = Contracts & { chainId: number; genesisHash: Hash; codeHashes?: CodeHashes }

/** How long nodes that served the right chain are believed to do so; while one does not, they are asked again sooner. */
const sameChainMs = 60_000
const otherChainMs = 3_000

/** Leaves aside each node that serves another chain or other contracts, and throws when none serves ours. A success is remembered. */
export function chainCheck(nodes: Nodes, pinned: Pinned): Chain['assertSameChain'] {
  let succeededAt = Number.NEGATIVE_INFINITY
  return async (isFresh) => {
    const believedMs = nodes.all.some(({ health }) => health.isForeign()) ? otherChainMs : sameChainMs
    if (!isFresh && performance.now() - succeededAt < believedMs) return
    const hasTurned = await check(nodes, pinned, isFresh)
    if (isFresh && hasTurned)
      throw new Failure('chain_unavailable', 'A node turned to another chain.', { retryAfterSeconds: 2 })
    succeededAt = performance.now()
  }
}

/** Whether a node was found to serve another chain that served ours before, so that what it said is worth nothing. */
async function check({ all }: Nodes, pinned: Pinned, isFresh?: 'fresh'): Promise<boolean> {
  const before = all.filter(({ health }) => !health.isForeign())
  const present = all.filter(({ health }) => !health.isAway()).length || all.length
  // Before something has effect each node is heard that answers at all; otherwise one that keeps silent is left aside instead.
  const readings = await together(all, {
    ask: ({ client }) => otherChain(client, pinned),
    enough: isFresh ? present : Math.min(2, all.length),
    isSlow: ({ health }) => health.isAway(),
  })
  for (const { one, outcome } of readings) {
    if (!outcome) one.health.fail('unreachable', 'It does not answer.')
    if (outcome?.status === 'fulfilled') one.health.serves(outcome.value ? { detail: outcome.value } : 'ours')
  }
  const hasTurned = before.some(({ health }) => health.isForeign())
  if (hasTurned) for (const { health } of all) health.acquit()
  const settled = readings.map(({ outcome }) => outcome)
  const isOurs = settled.some((outcome) => outcome?.status === 'fulfilled' && !outcome.value)
  if (isOurs) return hasTurned
  const [detail] = settled.flatMap((outcome) =>
    outcome?.status === 'fulfilled' && outcome.value ? [outcome.value] : [],
  )
  if (detail) throw new Failure('chain_unavailable', detail)
  throw settled.find((outcome) => outcome?.status === 'rejected')?.reason
}

/** Which other chain it is; undefined for ours. */
async function otherChain(client: PublicClient, pinned: Pinned): Promise<string | undefined> {
  const { escrow, registry } = pinned
  // All at once, since a slow node would keep a program that starts waiting for each; on another chain some fail.
  const pairing = paired.has(client)
    ? undefined
    : Promise.all([
        client.readContract({ address: escrow, abi: jobEscrowAbi, functionName: 'registry' }),
        otherCodeAt(client, pinned),
      ])
  pairing?.catch(() => undefined)
  const [chainId, genesis] = await Promise.all([client.getChainId(), firstBlock(client)])
  if (chainId !== pinned.chainId) return `The RPC serves chain ${chainId}, not ${pinned.chainId}.`
  if (!genesis) return 'The RPC does not have the first block, which tells our chain from others.'
  if (genesis.hash !== pinned.genesisHash) return 'The RPC serves a chain with another genesis.'
  if (!pairing) return undefined
  const [named, otherCode] = await pairing
  if (lowerAddress(named) !== lowerAddress(registry)) return `The escrow names the registry ${named}, not ${registry}.`
  if (otherCode) return otherCode
  paired.add(client)
  return undefined
}

/** Undefined where the node has none. */
async function firstBlock(client: PublicClient): Promise<{ hash: Hash } | undefined> {
  try {
    return await client.getBlock({ blockNumber: 0n })
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  }
}

/** Code holds the values with which a contract was deployed, so one hash stands for both. */
async function otherCodeAt(
  client: PublicClient,
  { codeHashes = {}, ...contracts }: Pinned,
): Promise<string | undefined> {
  const checks = (['escrow', 'registry'] as const).map(async (name) => {
    const recorded = codeHashes[name]
    if (!recorded) return undefined
    const found = keccak256((await client.getCode({ address: contracts[name] })) ?? '0x')
    if (found === recorded) return undefined
    return `The ${name}’s code has the hash ${found}, not ${recorded} as the deployment’s record says.`
  })
  return (await Promise.all(checks)).find((other) => other !== undefined)
}

/** Nodes that were asked for the registry that the escrow names and for the contracts’ code; neither ever changes. */
const paired = new WeakSet<PublicClient>()
