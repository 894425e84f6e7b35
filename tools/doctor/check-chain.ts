import { createPublicClient } from 'viem'
import { timelyHttp } from '#lib/chain/timely-http.ts'
import { type ChainEnv, nodeUrls } from '#lib/env.ts'
import { checkAgreement } from './check-agreement.ts'
import { checkContracts } from './check-contracts.ts'
import { checkDeployment } from './check-deployment.ts'
import { checkNode, type NodeToCheck } from './check-node.ts'
import { checkOperators } from './check-operators.ts'
import { type Finding, note } from './finding.ts'

/** What each node offers, whether they agree, and what the contract and the service's keys need. */
export async function checkChain(env: ChainEnv, variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const nodes = nodeUrls(env).map((url, index) => ({
    name: `node ${index + 1} (${new URL(url).host})`,
    url,
    client: createPublicClient({ transport: timelyHttp(url, 8_000, { retryCount: 1 }) }),
  }))
  const checked = await Promise.all(nodes.map(async (node) => ({ node, findings: await checkNode(node, env) })))
  const able = checked.filter(({ findings }) => findings.length > 1).map(({ node }) => node)
  const [first] = able
  return [
    ...checked.flatMap(({ findings }) => findings),
    ...(await checkAgreement(nodes, able, env)),
    ...(first ? await checkEscrow([first, ...able.slice(1)], env, variables) : []),
  ]
}

/** What depends on the escrow is checked where there is one, so that nothing else is blamed for its address. */
async function checkEscrow(
  nodes: readonly [NodeToCheck, ...NodeToCheck[]],
  env: ChainEnv,
  variables: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const [{ client }] = nodes
  const contracts = await checkContracts(client, env)
  if (contracts.some(({ target, standing }) => target === 'escrow' && standing === 'lack'))
    return [...contracts, { target: 'keys', ...note('role', 'not checked while the escrow is wrong') }]
  return [...contracts, await checkDeployment(nodes, env), ...(await checkOperators(client, env, variables))]
}
