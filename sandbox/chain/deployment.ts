import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hash } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { artifact } from '../../contracts/artifacts.ts'
import { deployEscrow, embeddedParams } from '../../contracts/deploy.ts'
import { deployEntryPoint, hasCode } from './entry-point.ts'
import type { NodeClient } from './node-client.ts'
import type { OperatorKeys } from './operator-keys.ts'

export type Addresses = { entryPoint07: Address; accountFactory: Address; token: Address; escrow: Address }

export type Deployment = {
  /** Another one means another chain: nothing that was on the earlier one exists. */
  id: string
  genesisHash: Hash
  addresses: Addresses
  /** The escrow's block; no event of it is older. */
  deploymentBlock: number
}

/** The contracts of this chain; deployed anew when the node no longer has those recorded in the folder. */
export async function ensureDeployment(input: {
  node: NodeClient
  keys: OperatorKeys
  rpcUrl: string
  dataDir: string
}): Promise<Deployment> {
  const file = join(input.dataDir, 'deployment.json')
  const genesisHash = await readGenesisHash(input.node)
  const recorded = readDeployment(file)
  if (recorded && recorded.genesisHash === genesisHash && (await isThere(input.node, recorded.addresses)))
    return recorded

  const deployment = { id: randomUUID(), genesisHash, ...(await deploy(input)) }
  writeFileSync(`${file}.new`, JSON.stringify(deployment, null, 2), { flush: true })
  renameSync(`${file}.new`, file)
  return deployment
}

async function readGenesisHash(node: NodeClient): Promise<Hash> {
  const { hash } = await node.getBlock({ blockNumber: 0n })
  return hash
}

function readDeployment(file: string): Deployment | undefined {
  if (!existsSync(file)) return undefined
  const recorded: Deployment = JSON.parse(readFileSync(file, 'utf8'))
  return recorded
}

async function isThere(node: NodeClient, addresses: Addresses): Promise<boolean> {
  const found = await Promise.all(Object.values(addresses).map((address) => hasCode(node, address)))
  return found.every(Boolean)
}

async function deploy({ node, keys, rpcUrl }: { node: NodeClient; keys: OperatorKeys; rpcUrl: string }) {
  const entryPoint07 = await deployEntryPoint(node)
  const { abi, bytecode } = artifact('SmartAccountFactory')
  const hash = await node.deployContract({ abi, bytecode })
  const { contractAddress } = await node.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('the account factory was not deployed')

  const { escrow, token, deploymentBlock } = await deployEscrow({
    rpcUrl,
    deployerKey: keys.deployer,
    params: embeddedParams,
    minter: privateKeyToAddress(keys.minter),
    roles: {
      dispatcher: privateKeyToAddress(keys.dispatcher),
      registrar: privateKeyToAddress(keys.registrar),
      guardian: privateKeyToAddress(keys.guardian),
    },
  })
  const addresses: Addresses = { entryPoint07, accountFactory: contractAddress, token, escrow }
  return { addresses, deploymentBlock: Number(deploymentBlock) }
}
