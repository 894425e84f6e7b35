import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  keccak256,
} from 'viem'
import type { Address, EncodedCall, Hash } from '#lib/ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

type EscrowAbi = typeof jobEscrowAbi
type Action = ContractFunctionName<EscrowAbi, 'nonpayable'>
type Arguments<Name extends Action> = ContractFunctionArgs<EscrowAbi, 'nonpayable', Name>

type EncodeEscrowCall = <Name extends Action>(action: Name, args: Arguments<Name>) => EncodedCall

/** Encodes calls of the escrow contract, with arguments typed by its ABI. */
export function escrowEncoder(escrow: Address): EncodeEscrowCall {
  return (action, args) => {
    // The library cannot relate a name that is not yet known to its arguments; the signature above has done so.
    const parameters = { abi: jobEscrowAbi, functionName: action, args } as EncodeFunctionDataParameters<EscrowAbi>
    return toEncodedCall(escrow, action, encodeFunctionData(parameters))
  }
}

export function toEncodedCall(contract: Address, action: string, calldata: Hash): EncodedCall {
  return { contract, action, calldata, calldataHash: keccak256(calldata) }
}
