import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

export type ContractName =
  | 'AdminTimelock'
  | 'AgentRegistry'
  | 'JobActions'
  | 'JobEscrow'
  | 'SmartAccount'
  | 'SmartAccountFactory'
  | 'TestStablecoin'
export type Artifact = { abi: Abi; bytecode: Hex; deployedSize: number }

/** The compiled contract; throws when `buildContracts` has not run. `deployedSize` is in bytes. */
export function artifact(name: ContractName): Artifact {
  const path = join(import.meta.dirname, 'out', `${name}.sol`, `${name}.json`)
  const built: { abi: Abi; bytecode: { object: Hex }; deployedBytecode: { object: Hex } } = JSON.parse(
    readFileSync(path, 'utf8'),
  )

  return {
    abi: built.abi,
    bytecode: built.bytecode.object,
    deployedSize: (built.deployedBytecode.object.length - 2) / 2,
  }
}
