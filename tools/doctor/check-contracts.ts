import { keccak256, type PublicClient } from 'viem'
import { erc20Abi } from '#lib/chain/abi/erc20.ts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import type { SharedEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, ok } from './finding.ts'

/** Code at both addresses, an escrow that holds this token, and a token of six decimals. */
export async function checkContracts(client: PublicClient, env: SharedEnv): Promise<Finding[]> {
  const escrow = { address: env.ESCROW_ADDRESS, abi: jobEscrowAbi } as const
  const token = { address: env.TOKEN_ADDRESS, abi: erc20Abi } as const
  const [escrowCode, tokenCode, held, decimals] = await Promise.all([
    attempt(() => client.getCode({ address: escrow.address })),
    attempt(() => client.getCode({ address: token.address })),
    attempt(() => client.readContract({ ...escrow, functionName: 'token' })),
    attempt(() => client.readContract({ ...token, functionName: 'decimals' })),
  ])
  const isOurs = held?.toLowerCase() === token.address
  const advice = 'Payments would go wrong: correct ESCROW_ADDRESS and TOKEN_ADDRESS, or deploy the contract.'
  return [
    {
      target: 'escrow',
      ...(escrowCode && isOurs
        ? ok('code', `${keccak256(escrowCode)}, holds the configured token`)
        : lack('code', escrowCode ? `it holds the token ${held ?? 'none'}` : 'none at ESCROW_ADDRESS', advice)),
    },
    {
      target: 'token',
      ...(tokenCode && decimals === 6
        ? ok('code', `${keccak256(tokenCode)}, 6 decimals`)
        : lack('code', tokenCode ? `${decimals ?? 'no'} decimals` : 'none at TOKEN_ADDRESS', advice)),
    },
  ]
}
