import type { PublicClient } from 'viem'
import type { Address, EscrowBounds } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

/** What the contract was deployed with, which never changes. */
export async function readBounds(client: PublicClient, address: Address): Promise<EscrowBounds> {
  const contract = { address, abi: jobEscrowAbi } as const
  const [limits, times] = await Promise.all([
    Promise.all([
      client.readContract({ ...contract, functionName: 'MIN_REWARD' }),
      client.readContract({ ...contract, functionName: 'MIN_WINDOW' }),
      client.readContract({ ...contract, functionName: 'MAX_WINDOW' }),
      client.readContract({ ...contract, functionName: 'MAX_OPEN' }),
      client.readContract({ ...contract, functionName: 'MAX_VERIFIERS' }),
      client.readContract({ ...contract, functionName: 'MAX_ATTEMPTS' }),
    ]),
    Promise.all([
      client.readContract({ ...contract, functionName: 'RELEASE_NOTICE' }),
      client.readContract({ ...contract, functionName: 'SEAT_WINDOW' }),
      client.readContract({ ...contract, functionName: 'GRACE' }),
    ]),
  ])
  const [minReward, minWindow, maxWindow, maxOpen, maxVerifiers, maxAttempts] = limits
  const [releaseNotice, seatWindow, grace] = times
  return {
    minReward,
    minWindow,
    maxWindow,
    maxOpen,
    maxVerifiers,
    maxAttempts,
    releaseNotice,
    seatWindow,
    grace,
  }
}
