import { setTimeout } from 'node:timers/promises'
import { erc20Abi, keccak256 } from 'viem'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { readBounds } from '#lib/chain/escrow-bounds.ts'
import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import type { NodeToCheck } from './check-node.ts'
import { type Finding, lack, note, ok } from './finding.ts'

const check = 'agreement'
const namesOf = (nodes: readonly NodeToCheck[]) => nodes.map(({ name }) => name).join(', ')

/**
 * Whether the nodes that can be used know the same final block, and the same code of registry, escrow and token, bounds, number of
 * jobs and money of the escrow there.
 */
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
  const facts = await Promise.all(nodes.map(async (node) => ({ node, text: await factsOf(node, env, blockNumber) })))
  const standing =
    new Set(facts.map(({ text }) => text)).size === 1
      ? ok(check, `the same block ${blockNumber}, and the same contracts there${rest}`)
      : lack(
          check,
          `${differing(facts)} at block ${blockNumber}, in the code of a contract, or in what the contracts say there`,
          'Nothing has effect while no two agree: find out which node is wrong, and replace it.',
        )
  return [{ target, ...standing }, ...late]
}

type Facts = { node: NodeToCheck; text: string }

/** Names the nodes that are alone with what they say, where two others say the same. */
function differing(facts: readonly Facts[]): string {
  const isAlone = ({ text }: Facts) => facts.filter((other) => other.text === text).length === 1
  const alone = facts.filter(isAlone)
  return alone.length === facts.length || alone.length === 0
    ? 'they differ'
    : `${namesOf(alone.map(({ node }) => node))} differs from the others`
}

async function factsOf({ client }: NodeToCheck, env: ChainEnv, blockNumber: bigint | undefined): Promise<string> {
  const place = blockNumber === undefined ? {} : { blockNumber }
  const { ESCROW_ADDRESS: escrow, TOKEN_ADDRESS: token, REGISTRY_ADDRESS: registry } = env
  const [block, jobs, money, bounds, ...codes] = await Promise.all([
    attempt(() => client.getBlock(blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber })),
    attempt(() => client.readContract({ ...place, address: escrow, abi: jobEscrowAbi, functionName: 'jobCount' })),
    attempt(() =>
      client.readContract({ ...place, address: token, abi: erc20Abi, functionName: 'balanceOf', args: [escrow] }),
    ),
    attempt(() => readBounds(client, escrow)),
    ...[registry, escrow, token].map((address) => attempt(() => client.getCode({ address }))),
  ])
  const known = [block?.hash, jobs, money, ...(bounds ? Object.values(bounds) : [])]
  return [...known, ...codes.map((code) => code && keccak256(code))].map(String).join(' ')
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
