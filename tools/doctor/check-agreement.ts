import { keccak256 } from 'viem'
import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import type { NodeToCheck } from './check-node.ts'
import { type Finding, lack, note, ok } from './finding.ts'

const check = 'agreement'
const namesOf = (nodes: readonly NodeToCheck[]) => nodes.map(({ name }) => name).join(', ')

/** Whether the nodes that can be used know the same final block, and the same code of registry, escrow and token. */
export async function checkAgreement(
  configured: readonly NodeToCheck[],
  nodes: readonly NodeToCheck[],
  env: ChainEnv,
): Promise<Finding[]> {
  if (configured.length < 2)
    return [{ target: 'nodes', ...note(check, 'one node alone is believed; name two or three in CHAIN_RPC_URLS') }]
  const unusable = configured.filter((node) => !nodes.includes(node))
  const missing = `${unusable.length} of ${configured.length} nodes cannot be used: ${namesOf(unusable)}`
  if (nodes.length < 2) {
    const advice = 'Nothing has effect while no two agree: see above what each of them lacks.'
    return [{ target: 'nodes', ...lack(check, missing, advice) }]
  }
  const target = namesOf(nodes)
  const rest = unusable.length > 0 ? `; ${missing}` : ''
  const finals = await Promise.all(
    nodes.map(({ client }) => attempt(async () => (await client.getBlock({ blockTag: 'finalized' })).number)),
  )
  const blockNumber = finals.reduce<bigint | undefined>(
    (least, at) => (at !== undefined && (least === undefined || at < least) ? at : least),
    undefined,
  )
  const facts = await Promise.all(
    nodes.map(async ({ client }) => {
      const [block, ...codes] = await Promise.all([
        attempt(() => client.getBlock(blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber })),
        attempt(() => client.getCode({ address: env.REGISTRY_ADDRESS })),
        attempt(() => client.getCode({ address: env.ESCROW_ADDRESS })),
        attempt(() => client.getCode({ address: env.TOKEN_ADDRESS })),
      ])
      return [block?.hash, ...codes.map((code) => code && keccak256(code))].join(' ')
    }),
  )
  if (new Set(facts).size === 1)
    return [{ target, ...ok(check, `the same block ${blockNumber} and the same code${rest}`) }]
  const advice = 'Nothing has effect while no two agree: find out which node is wrong, and replace it.'
  return [{ target, ...lack(check, `they differ at block ${blockNumber}, or in the code of a contract`, advice) }]
}
