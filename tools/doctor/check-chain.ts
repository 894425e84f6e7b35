import { createPublicClient, http, type PublicClient } from 'viem'
import { nodeUrls, type SharedEnv } from '#lib/env.ts'
import { checkAgreement } from './check-agreement.ts'
import { checkContracts } from './check-contracts.ts'
import { checkNode } from './check-node.ts'
import { checkOperators } from './check-operators.ts'
import type { Finding } from './finding.ts'

export type NodeToCheck = { name: string; url: string; client: PublicClient }

/** What each node offers, whether they agree, and what the contract and the service's keys need. */
export async function checkChain(env: SharedEnv, variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const nodes = nodeUrls(env).map((url, index) => ({
    name: `node ${index + 1} (${new URL(url).host})`,
    url,
    client: createPublicClient({ transport: http(url, { timeout: 8_000, retryCount: 1 }) }),
  }))
  const checked = await Promise.all(nodes.map(async (node) => ({ node, findings: await checkNode(node, env) })))
  const able = checked.filter(({ findings }) => findings.length > 1).map(({ node }) => node)
  const [first] = able
  return [
    ...checked.flatMap(({ findings }) => findings),
    ...(await checkAgreement(able, env)),
    ...(first ? await checkContracts(first.client, env) : []),
    ...(first ? await checkOperators(first.client, env, variables) : []),
  ]
}
