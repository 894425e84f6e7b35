import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hash } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { artifact } from '#contracts/artifacts.ts'
import { deployEscrow, embeddedParams } from '#contracts/deploy.ts'
import { deployEntryPoint, hasCode } from './entry-point.ts'
import type { NodeClient } from './node-client.ts'
import type { OperatorKeys } from './operator-keys.ts'

export type Addresses = {
  entryPoint07: Address
  accountFactory: Address
  token: Address
  registry: Address
  escrow: Address
}

export type Deployment = {
  /** Another one means another chain: nothing that was on the earlier one exists. */
  id: string
  genesisHash: Hash
  /** Hash of the code that registry and escrow were deployed with. */
  code: string
  addresses: Addresses
  /** The escrow's block; no event of a job is older. */
  deploymentBlock: number
}

/**
 * The contracts of this chain; deployed again when the node no longer has those recorded in the folder. Throws when
 * they were deployed from other sources: everything else in the folder belongs to them.
 */
export async function ensureDeployment(input: {
  node: NodeClient
  keys: OperatorKeys
  rpcUrl: string
  dataDir: string
  seatSeconds: bigint
}): Promise<Deployment> {
  const file = join(input.dataDir, 'deployment.json')
  const genesisHash = await readGenesisHash(input.node)
  const recorded = readDeployment(file)
  const code = codeHash()
  if (recorded && recorded.genesisHash === genesisHash && (await isThere(input.node, recorded.addresses))) {
    if (recorded.code === code) return recorded
    throw new Error('The local data belongs to earlier contracts; start over with: npm start -- --reset')
  }

  const deployment = { id: randomUUID(), genesisHash, code, ...(await deploy(input)) }
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

function codeHash(): string {
  const hash = createHash('sha256')
  for (const name of ['AgentRegistry', 'JobEscrow'] as const) hash.update(artifact(name).bytecode)
  return hash.digest('hex')
}

async function isThere(node: NodeClient, addresses: Addresses): Promise<boolean> {
  const found = await Promise.all(Object.values(addresses).map((address) => hasCode(node, address)))
  return found.every(Boolean)
}

type Place = { node: NodeClient; keys: OperatorKeys; rpcUrl: string; seatSeconds: bigint }

async function deploy({ node, keys, rpcUrl, seatSeconds }: Place) {
  const entryPoint07 = await deployEntryPoint(node)
  const { abi, bytecode } = artifact('SmartAccountFactory')
  const hash = await node.deployContract({ abi, bytecode })
  const { contractAddress } = await node.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('the account factory was not deployed')

  const { escrow, registry, token, deploymentBlock } = await deployEscrow({
    rpcUrl,
    deployerKey: keys.deployer,
    params: { ...embeddedParams, seatWindow: seatSeconds },
    minter: privateKeyToAddress(keys.minter),
    dispatcher: privateKeyToAddress(keys.dispatcher),
    registry: { registrar: privateKeyToAddress(keys.registrar), guardian: privateKeyToAddress(keys.guardian) },
  })
  const addresses: Addresses = { entryPoint07, accountFactory: contractAddress, token, registry, escrow }
  return { addresses, deploymentBlock: Number(deploymentBlock) }
}
