import { BaseError, ContractFunctionRevertedError, type PublicClient } from 'viem'
import { contractActionKinds, jobStates } from '#lib/domain/job.ts'
import type { Address, Chain, ChainJob } from '#lib/ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

type Views = Pick<Chain, 'bounds' | 'ownerOf' | 'jobIdOf' | 'job' | 'actions'>

/** Reads of the escrow contract. Bounds are immutable, so they are read once. */
export function createEscrowViews(client: PublicClient, escrow: Address): Views {
  const contract = { address: escrow, abi: jobEscrowAbi } as const
  let bounds: ReturnType<Views['bounds']> | undefined
  return {
    bounds: () => {
      bounds ??= readBounds(client, escrow).catch((error: unknown) => {
        bounds = undefined
        throw error
      })
      return bounds
    },
    ownerOf: (wallet) => client.readContract({ ...contract, functionName: 'ownerOf', args: [wallet] }),
    jobIdOf: (owner, ref, block) =>
      client.readContract({ ...contract, functionName: 'jobIdOf', args: [owner, ref], blockNumber: block }),
    job: (id, block) => readJob(client, escrow, id, block),
    actions: async (id) => {
      const actions = await client.readContract({ ...contract, functionName: 'allowedActions', args: [id] })
      return actions.map((action) => ({
        ...action,
        kind: memberOf(contractActionKinds, action.kind),
        caller: memberOf(['ANYONE', 'CLIENT', 'AGENT', 'DISPATCHER'] as const, action.caller),
      }))
    },
  }
}

async function readBounds(client: PublicClient, address: Address) {
  const contract = { address, abi: jobEscrowAbi } as const
  const [minReward, minWindow, maxWindow, maxOpen, maxVerifiers, maxAttempts] = await Promise.all([
    client.readContract({ ...contract, functionName: 'MIN_REWARD' }),
    client.readContract({ ...contract, functionName: 'MIN_WINDOW' }),
    client.readContract({ ...contract, functionName: 'MAX_WINDOW' }),
    client.readContract({ ...contract, functionName: 'MAX_OPEN' }),
    client.readContract({ ...contract, functionName: 'MAX_VERIFIERS' }),
    client.readContract({ ...contract, functionName: 'MAX_ATTEMPTS' }),
  ])
  return {
    minReward,
    minWindow: BigInt(minWindow),
    maxWindow: BigInt(maxWindow),
    maxOpen: BigInt(maxOpen),
    maxVerifiers: Number(maxVerifiers),
    maxAttempts: Number(maxAttempts),
  }
}

async function readJob(
  client: PublicClient,
  escrow: Address,
  id: bigint,
  block?: bigint,
): Promise<ChainJob | undefined> {
  try {
    const at = block === undefined ? {} : { blockNumber: block }
    const job = await client.readContract({
      address: escrow,
      abi: jobEscrowAbi,
      functionName: 'job',
      args: [id],
      ...at,
    })
    return {
      id,
      client: `0x${job.client.slice(2).toLowerCase()}`,
      state: memberOf(jobStates, job.state - 1),
      held: job.held,
      attempt: Number(job.attempt),
      rounds: Number(job.rounds),
      openUntil: BigInt(job.terms.openUntil),
    }
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError))
      return undefined
    throw error
  }
}

function memberOf<T extends string>(members: readonly T[], index: number): T {
  const member = members[index]
  if (!member) throw new RangeError(`the escrow answered with member ${index} of ${members.length}`)
  return member
}
