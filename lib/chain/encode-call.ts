import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  keccak256,
} from 'viem'
import type { Address, EncodedCall, Hash } from '../ports/chain.ts'
import { agentRegistryAbi } from './abi/agent-registry.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

type Encode<Wanted extends Abi> = <Name extends ContractFunctionName<Wanted, 'nonpayable'>>(
  action: Name,
  args: ContractFunctionArgs<Wanted, 'nonpayable', Name>,
) => EncodedCall

/** Encodes calls of the escrow contract, with arguments typed by its ABI. */
export function escrowEncoder(escrow: Address): Encode<typeof jobEscrowAbi> {
  return encoder(escrow, jobEscrowAbi)
}

/** Encodes calls of the registry, with arguments typed by its ABI. */
export function registryEncoder(registry: Address): Encode<typeof agentRegistryAbi> {
  return encoder(registry, agentRegistryAbi)
}

function encoder<Wanted extends Abi>(contract: Address, abi: Wanted): Encode<Wanted> {
  return (action, args) => {
    // The library cannot relate a name that is not yet known to its arguments; the signature above has done so.
    const parameters = { abi, functionName: action, args } as unknown as EncodeFunctionDataParameters
    return toEncodedCall(contract, action, encodeFunctionData(parameters))
  }
}

export function toEncodedCall(contract: Address, action: string, calldata: Hash): EncodedCall {
  return { contract, action, calldata, calldataHash: keccak256(calldata) }
}
