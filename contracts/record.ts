import { type Address, createPublicClient, type Hex, http, keccak256 } from 'viem'
import { artifact } from './artifacts.ts'
import type { Deployment } from './deploy-environment.ts'

export type DeployedEscrow = {
  escrow: Address
  registry: Address
  token: Address
  /** Null when the registry was there before. */
  admin: Address | null
  deploymentBlock: bigint
}

/**
 * What everybody who runs or checks a deployment needs to know of it, without any secret: where it is, what its code
 * hashes to (keccak-256, constructor values included) and the values that it was deployed with, as decimal texts.
 */
export async function recordDeployment({ rpcUrl, params }: Deployment, deployed: DeployedEscrow) {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const { escrow, registry, token, admin, deploymentBlock } = deployed
  const { abi } = artifact('JobEscrow')
  const actions = (await client.readContract({ address: escrow, abi, functionName: 'actions' })) as Hex
  const [chainId, genesis, ...contracts] = await Promise.all([
    client.getChainId(),
    client.getBlock({ blockNumber: 0n }),
    ...[escrow, registry, actions, token].map(async (address) => {
      const code = await client.getCode({ address })
      if (!code) throw new Error(`there is no code at ${address}`)
      return { address, code_hash: keccak256(code) }
    }),
  ])
  const [escrowCode, registryCode, actionsCode, tokenCode] = contracts
  return {
    format: 'jobwright/deployment',
    version: 1,
    chain_id: chainId,
    genesis_hash: genesis.hash,
    block: Number(deploymentBlock),
    escrow: escrowCode,
    registry: registryCode,
    actions: actionsCode,
    token: tokenCode,
    admin,
    values: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, value.toString()])),
  }
}
