import { createRequire } from 'node:module'
import { type Address, concat, type Hex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import type { NodeClient } from './node-client.ts'

/** Deployed by the node itself in every genesis block. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** With this salt the published bytecode lands at the address that v0.7 has on every network. */
const salt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/** The ERC-4337 v0.7 EntryPoint at its canonical address, deployed if it is not there. */
export async function deployEntryPoint(node: NodeClient): Promise<Address> {
  if (await hasCode(node, entryPoint07Address)) return entryPoint07Address
  const artifact: { bytecode: Hex } = createRequire(import.meta.url)(
    '@account-abstraction/contracts/artifacts/EntryPoint.json',
  )
  const hash = await node.sendTransaction({ to: create2Deployer, data: concat([salt, artifact.bytecode]) })
  await node.waitForTransactionReceipt({ hash })
  if (!(await hasCode(node, entryPoint07Address))) throw new Error('the EntryPoint is not at its canonical address')
  return entryPoint07Address
}

export async function hasCode(node: NodeClient, address: Address): Promise<boolean> {
  return (await node.getCode({ address })) !== undefined
}
