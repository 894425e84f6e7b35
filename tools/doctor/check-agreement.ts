import { setTimeout } from 'node:timers/promises'
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
  const finals = await Promise.all(nodes.map(finalOf))
  const known = finals.filter((number) => number !== undefined).toSorted((a, b) => Number(a - b))
  const [blockNumber] = known
  const late = await findLate(nodes, known.at(-1) ?? 0n, env.CHAIN_LAG_SECONDS)
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
  const standing =
    new Set(facts).size === 1
      ? ok(check, `the same block ${blockNumber} and the same code${rest}`)
      : lack(
          check,
          `they differ at block ${blockNumber}, or in the code of a contract`,
          'Nothing has effect while no two agree: find out which node is wrong, and replace it.',
        )
  return [{ target, ...standing }, ...late]
}

const finalOf = ({ client }: NodeToCheck) =>
  attempt(async () => (await client.getBlock({ blockTag: 'finalized' })).number)

/** The nodes whose final block does not reach in time this one, which another node names; one at fault in it is found elsewhere. */
async function findLate(nodes: readonly NodeToCheck[], highest: bigint, lagSeconds: number): Promise<Finding[]> {
  const start = performance.now()
  let late = nodes.map((node) => ({ node, final: undefined as bigint | undefined }))
  for (;;) {
    const asked = await Promise.all(late.map(async ({ node }) => ({ node, final: await finalOf(node) })))
    late = asked.filter(({ final }) => final !== undefined && final < highest)
    if (late.length === 0 || performance.now() - start > lagSeconds * 1_000) break
    await setTimeout(1_000)
  }
  return late.map(({ node, final = 0n }) => ({
    target: node.name,
    ...lack(
      'final block',
      `block ${final}, after ${lagSeconds} s still below block ${highest} of another node`,
      'Find out at an explorer of the chain which of them is right, and replace the other.',
    ),
  }))
}
