import { keccak256 } from 'viem'
import type { SharedEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import type { NodeToCheck } from './check-chain.ts'
import { type Finding, lack, note, ok } from './finding.ts'

/** Whether the nodes know the same final block, and the same code of escrow and token. */
export async function checkAgreement(nodes: readonly NodeToCheck[], env: SharedEnv): Promise<Finding[]> {
  const target = nodes.map(({ name }) => name).join(', ')
  const check = 'agreement'
  if (nodes.length < 2)
    return [{ target: 'nodes', ...note(check, 'one node alone is believed; name two or three in CHAIN_RPC_URLS') }]
  const finals = await Promise.all(
    nodes.map(({ client }) => attempt(async () => (await client.getBlock({ blockTag: 'finalized' })).number)),
  )
  const blockNumber = finals.reduce<bigint | undefined>(
    (least, at) => (at !== undefined && (least === undefined || at < least) ? at : least),
    undefined,
  )
  const facts = await Promise.all(
    nodes.map(async ({ client }) => {
      const [block, escrow, token] = await Promise.all([
        attempt(() => client.getBlock(blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber })),
        attempt(() => client.getCode({ address: env.ESCROW_ADDRESS })),
        attempt(() => client.getCode({ address: env.TOKEN_ADDRESS })),
      ])
      return [block?.hash, escrow && keccak256(escrow), token && keccak256(token)].join(' ')
    }),
  )
  if (new Set(facts).size === 1) return [{ target, ...ok(check, `the same block ${blockNumber} and the same code`) }]
  const advice = 'Nothing has effect while no two agree: find out which node is wrong, and replace it.'
  return [{ target, ...lack(check, `they differ at block ${blockNumber}, or in the code of escrow or token`, advice) }]
}
