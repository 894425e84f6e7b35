import type { PublicClient } from 'viem'
import type { Address, EscrowBounds } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

/**
 * What the contract was deployed with, which never changes. Read by one call, which runs code that is on no address:
 * answers to separate requests look alike, and may come under each other's ids. Where the node does not accept such a
 * call, they are read one after the other.
 */
export async function readBounds(client: PublicClient, address: Address): Promise<EscrowBounds> {
  const contract = { address, abi: jobEscrowAbi } as const
  const views = {
    minReward: { ...contract, functionName: 'MIN_REWARD' },
    minWindow: { ...contract, functionName: 'MIN_WINDOW' },
    maxWindow: { ...contract, functionName: 'MAX_WINDOW' },
    maxOpen: { ...contract, functionName: 'MAX_OPEN' },
    maxVerifiers: { ...contract, functionName: 'MAX_VERIFIERS' },
    maxAttempts: { ...contract, functionName: 'MAX_ATTEMPTS' },
    releaseNotice: { ...contract, functionName: 'RELEASE_NOTICE' },
    seatWindow: { ...contract, functionName: 'SEAT_WINDOW' },
    grace: { ...contract, functionName: 'GRACE' },
  } as const
  const found = await client.multicall({ contracts: Object.values(views), deployless: true })
  const names = Object.keys(views)
  const of = async <Name extends keyof EscrowBounds>(name: Name) => {
    const value = found[names.indexOf(name)]?.result ?? (await client.readContract(views[name]))
    return value as EscrowBounds[Name]
  }
  return {
    minReward: await of('minReward'),
    minWindow: await of('minWindow'),
    maxWindow: await of('maxWindow'),
    maxOpen: await of('maxOpen'),
    maxVerifiers: await of('maxVerifiers'),
    maxAttempts: await of('maxAttempts'),
    releaseNotice: await of('releaseNotice'),
    seatWindow: await of('seatWindow'),
    grace: await of('grace'),
  }
}
