import { encodeFunctionData } from 'viem'
import type { Address, Chain } from '../ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { escrowEncoder, toEncodedCall } from './encode-call.ts'

type Calls = Pick<Chain, 'encodeApprove' | 'encodeCreateJob' | 'encodeCancel' | 'encodeRefund'>

/** Builds every call that a client's wallet is ever asked to make; target and calldata come from nowhere else. */
export function createCalls(escrow: Address, token: Address): Calls {
  const encode = escrowEncoder(escrow)
  return {
    encodeApprove: (amount) => {
      const args = [escrow, amount] as const
      return toEncodedCall(token, 'approve', encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
    },
    encodeCreateJob: (terms) => encode('createJob', [terms]),
    encodeCancel: (jobId) => encode('cancel', [jobId]),
    encodeRefund: (jobId) => encode('claimRefund', [jobId]),
  }
}
