import { encodeFunctionData, keccak256 } from 'viem'
import type { Terms } from '#lib/domain/job.ts'
import type { Address, Chain, EncodedCall, Hash } from '#lib/ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

type Calls = Pick<Chain, 'encodeApprove' | 'encodeCreateJob' | 'encodeCancel' | 'encodeRefund'>

/** Builds every call that a client's wallet is ever asked to make; target and calldata come from nowhere else. */
export function createCalls(escrow: Address, token: Address): Calls {
  return {
    encodeApprove: (amount) =>
      call(token, 'approve', encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [escrow, amount] })),
    encodeCreateJob: (terms) => call(escrow, 'createJob', encodeCreateJob(terms)),
    encodeCancel: (jobId) =>
      call(escrow, 'cancel', encodeFunctionData({ abi: jobEscrowAbi, functionName: 'cancel', args: [jobId] })),
    encodeRefund: (jobId) =>
      call(
        escrow,
        'claimRefund',
        encodeFunctionData({ abi: jobEscrowAbi, functionName: 'claimRefund', args: [jobId] }),
      ),
  }
}

function encodeCreateJob(terms: Terms): Hash {
  return encodeFunctionData({ abi: jobEscrowAbi, functionName: 'createJob', args: [terms] })
}

function call(contract: Address, action: string, calldata: Hash): EncodedCall {
  return { contract, action, calldata, calldataHash: keccak256(calldata) }
}
