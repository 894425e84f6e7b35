import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Hash } from 'viem'
import { buildContracts } from '#contracts/build.ts'
import { embeddedParams } from '#contracts/deploy.ts'
import { startAnvil } from './anvil-process.ts'
import { type Addresses, ensureDeployment } from './deployment.ts'
import { freePort } from './free-port.ts'
import { keepGenesisTime } from './genesis-time.ts'
import { mineHeartbeat } from './heartbeat.ts'
import { connectNode } from './node-client.ts'
import { mnemonic, type OperatorKeys, operatorKeys } from './operator-keys.ts'
import { keepStateBackup, repairStateFile } from './state-file.ts'

/** Port 0 takes a free one. */
export type ChainOptions = {
  port: number
  dataDir: string
  chainId?: number
  blockTimeSeconds?: number
  /** How long the escrow waits for a panel, when it is deployed now. */
  seatSeconds?: bigint
  /** Of how many of its newest blocks the node has the state. */
  keptStates?: number | undefined
}

export type LocalChain = {
  rpcUrl: string
  chainId: number
  genesisHash: Hash
  deploymentId: string
  addresses: Addresses
  /** The escrow's block; no event of a job is older. */
  deploymentBlock: number
  keys: OperatorKeys
  /** The node's process id. */
  pid: number
  /** Resolves when the node ended without being stopped. */
  died: Promise<void>
  /** Writes the chain to its folder and ends the node. */
  stop(): Promise<void>
}

/**
 * Runs the local chain with all contracts deployed, and keeps it in `dataDir` over restarts. A chain that was lost is
 * started again, with another `genesisHash` and `deploymentId`.
 */
export async function startChain(options: ChainOptions): Promise<LocalChain> {
  const { dataDir, chainId = 31337, blockTimeSeconds = 1, seatSeconds = embeddedParams.seatWindow } = options
  const { keptStates } = options
  mkdirSync(dataDir, { recursive: true })
  const stateFile = join(dataDir, 'state.json')
  repairStateFile(stateFile)
  await buildContracts()

  const port = options.port || (await freePort())
  const genesisTime = keepGenesisTime(dataDir, stateFile)
  const saveEverySeconds = Math.ceil(blockTimeSeconds)
  const anvil = await startAnvil({ port, chainId, mnemonic, stateFile, saveEverySeconds, genesisTime, keptStates })
  try {
    const keys = operatorKeys()
    const node = connectNode(anvil.rpcUrl, chainId, keys.deployer)
    const { id, ...deployment } = await ensureDeployment({ node, keys, rpcUrl: anvil.rpcUrl, dataDir, seatSeconds })
    const heartbeat = mineHeartbeat(node, blockTimeSeconds)
    const endBackups = keepStateBackup(stateFile)
    let isStopping = false
    const died = new Promise<void>((resolve) => {
      anvil.process.once('exit', () => isStopping || resolve())
    })
    const stop = async () => {
      isStopping = true
      await Promise.all([endBackups(), heartbeat.stop()])
      await anvil.stop()
    }
    const { rpcUrl, process } = anvil
    return { rpcUrl, chainId, deploymentId: id, ...deployment, keys, pid: process.pid ?? 0, died, stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
