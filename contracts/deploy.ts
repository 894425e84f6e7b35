import {
  type Abi,
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { artifact, type ContractName } from './artifacts.ts'
import { buildContracts } from './build.ts'
import {
  type Deployment,
  type DeploymentParams,
  type RegistryParams,
  type RegistryRoles,
  readDeployment,
  type TimelockOperators,
} from './deploy-environment.ts'
import { type DeployedEscrow, recordDeployment } from './record.ts'

export const embeddedParams: DeploymentParams = {
  releaseNotice: 5n,
  seatWindow: 30n,
  grace: 5n,
  activationDelay: 0n,
  revocationDelay: 0n,
  payeeDelay: 0n,
  minWindow: 5n,
  minReward: 10_000n,
  adminDelay: 0n,
}

export const deployedParams: DeploymentParams = {
  releaseNotice: 600n,
  seatWindow: 21_600n,
  grace: 3_600n,
  activationDelay: 86_400n,
  revocationDelay: 86_400n,
  payeeDelay: 86_400n,
  minWindow: 900n,
  minReward: 1_000_000n,
  adminDelay: 172_800n,
}

/**
 * Deploys the escrow, and before it the token, the registry and the admin's timelock where they are wanted, and checks
 * that code is there. `deploymentBlock` is the escrow's own: no event of a job is older.
 */
export async function deployEscrow(wanted: Deployment): Promise<DeployedEscrow> {
  const chain = await connect(wanted.rpcUrl, wanted.deployerKey)
  const { adminDelay, activationDelay, revocationDelay, payeeDelay, ...config } = wanted.params ?? embeddedParams
  const { dispatcher } = wanted
  assertDistinct(wanted)

  const token = wanted.token ?? (await deploy(chain, 'TestStablecoin', [wanted.minter ?? chain.deployer])).address
  const registry =
    typeof wanted.registry === 'string'
      ? { address: wanted.registry, admin: null }
      : await deployRegistry(chain, wanted.registry, { adminDelay, activationDelay, revocationDelay, payeeDelay })
  const escrow = await deploy(chain, 'JobEscrow', [{ ...config, dispatcher, token, registry: registry.address }])

  return {
    escrow: escrow.address,
    registry: registry.address,
    token,
    admin: registry.admin,
    deploymentBlock: escrow.block,
  }
}

async function deployRegistry(chain: Connection, roles: RegistryRoles, params: RegistryParams) {
  const { adminDelay, ...delays } = params
  const admin = await deployAdmin(chain, roles.admin ?? chain.deployer, adminDelay)
  const { address } = await deploy(chain, 'AgentRegistry', [{ ...delays, ...roles, admin }])
  return { address, admin }
}

async function deployAdmin(chain: Connection, admin: Address | TimelockOperators, delay: bigint): Promise<Address> {
  if (typeof admin === 'string') {
    if (delay > 0n) throw new Error('a timelock needs a proposer, an executor and a canceller')
    return admin
  }
  if (delay === 0n) throw new Error('without a delay the admin is one address')
  const { proposer, executor, canceller } = admin
  return (await deploy(chain, 'AdminTimelock', [delay, proposer, executor, canceller])).address
}

/** One key is one operator: otherwise one theft is worth two. */
function assertDistinct({ dispatcher, registry }: Deployment): void {
  const { admin, ...roles }: Partial<RegistryRoles> = typeof registry === 'string' ? {} : registry
  const operators = { dispatcher, ...roles, ...(typeof admin === 'string' ? { admin } : admin) }
  const seen = new Map<string, string>()
  for (const [name, address] of Object.entries(operators)) {
    const other = seen.get(address.toLowerCase())
    if (other) throw new Error(`${other} and ${name} are the same address`)
    seen.set(address.toLowerCase(), name)
  }
}

type Connection = { reader: PublicClient; writer: WalletClient; deployer: Address }

async function connect(rpcUrl: string, deployerKey: Hex): Promise<Connection> {
  const transport = http(rpcUrl)
  const id = await createPublicClient({ transport }).getChainId()
  const chain = defineChain({
    id,
    name: `chain ${id}`,
    nativeCurrency: { name: 'native', symbol: 'NATIVE', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(deployerKey)

  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 100 }),
    writer: createWalletClient({ chain, transport, account }),
    deployer: account.address,
  }
}

async function deploy(
  chain: Connection,
  name: ContractName,
  args: unknown[],
): Promise<{ address: Address; block: bigint }> {
  const { abi, bytecode }: { abi: Abi; bytecode: Hex } = artifact(name)
  const { account, chain: network } = chain.writer
  if (!account) throw new Error('no deployer account')

  const hash = await chain.writer.deployContract({ abi, bytecode, args, account, chain: network })
  const receipt = await chain.reader.waitForTransactionReceipt({ hash })
  const address = receipt.contractAddress
  if (receipt.status !== 'success' || !address) throw new Error(`${name} was not deployed: transaction ${hash}`)
  const code = await chain.reader.getCode({ address })
  if (!code) throw new Error(`${name} has no code at ${address}`)

  return { address, block: receipt.blockNumber }
}

if (import.meta.main) {
  try {
    await buildContracts()
    const wanted = readDeployment(process.env, deployedParams)
    console.log(JSON.stringify(await recordDeployment(wanted, await deployEscrow(wanted)), null, 2))
  } catch (error) {
    // The library's own message holds the whole bytecode.
    console.error(error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
