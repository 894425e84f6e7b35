import { type Abi, type AbiFunction, encodeFunctionData, toFunctionSignature } from 'viem'
import type { Address, Chain } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

const abi: Abi = jobEscrowAbi

/** Spells out calls of the escrow for people who make them without this service. */
export function callDescriber(escrow: Address): Chain['describeCall'] {
  return (name, values) => {
    const found = abi.find((item): item is AbiFunction => item.type === 'function' && item.name === name)
    if (!found || found.inputs.length !== values.length) throw new Error(`${name} takes other arguments`)
    const known = values.filter((value) => value !== null)
    const args = known.map((value, index) => (found.inputs[index]?.type.startsWith('uint') ? BigInt(value) : value))
    return {
      contract: escrow,
      signature: toFunctionSignature(found),
      arguments: values.map((value, index) => ({ name: found.inputs[index]?.name ?? '', value })),
      calldata: known.length === values.length ? encodeFunctionData({ abi, functionName: name, args }) : null,
    }
  }
}
