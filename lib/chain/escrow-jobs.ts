import type { ContractFunctionReturnType, PublicClient } from 'viem'
import { jobStates } from '../domain/job.ts'
import type { Address, ChainJob, ChainSeat } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import { memberOf } from './member-of.ts'
import { lowerAddress } from './parse-address.ts'
import { revertOf } from './revert.ts'

const abi = jobEscrowAbi

type WireJob = ContractFunctionReturnType<typeof jobEscrowAbi, 'view', 'job'>
type WireSeat = ContractFunctionReturnType<typeof jobEscrowAbi, 'view', 'seats'>[number]
type WireCandidate = ContractFunctionReturnType<typeof jobEscrowAbi, 'view', 'candidates'>[number]

/** The job at a block; undefined for an id that the contract does not know. */
export async function readJob(
  client: PublicClient,
  escrow: Address,
  id: bigint,
  block: bigint,
): Promise<ChainJob | undefined> {
  const read = { address: escrow, abi, functionName: 'job', args: [id], blockNumber: block } as const
  const job = await ifKnown(() => client.readContract(read))
  return job && toJob(id, job)
}

/** The panel of an attempt; empty when there is none, or no such job. */
export async function readSeats(
  client: PublicClient,
  {
    escrow,
    id,
    attempt,
    blockNumber,
  }: { escrow: Address; id: bigint; attempt: number; blockNumber?: bigint | undefined },
): Promise<ChainSeat[]> {
  const of = { address: escrow, abi, args: [id, attempt], ...(blockNumber && { blockNumber }) } as const
  const panel = await ifKnown(async () => {
    const seats = await client.readContract({ ...of, functionName: 'seats' })
    return { seats, named: await client.readContract({ ...of, functionName: 'candidates' }) }
  })
  return (panel?.seats ?? []).map((seat, index) => toSeat(seat, index, panel?.named ?? []))
}

async function ifKnown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (revertOf(error)?.name === 'UnknownJob') return undefined
    throw error
  }
}

export function toJob(id: bigint, job: WireJob): ChainJob {
  return {
    id,
    client: lowerAddress(job.client),
    // The contract's enum starts with NONE, which is no job's state.
    state: memberOf(jobStates, job.state - 1),
    held: job.held,
    attempt: job.attempt,
    rounds: job.rounds,
    openUntil: job.terms.openUntil,
    createdAt: job.createdAt,
    agent: lowerAddress(job.agent),
    key: lowerAddress(job.key),
    agentOwner: job.agentOwner,
    workBy: job.workBy,
    releaseAt: job.releaseAt,
    hasObjected: job.objected,
    result: job.result,
    drawCommit: job.drawCommit,
    seatBy: job.seatBy,
    verifyBy: job.verifyBy,
    namings: job.namings,
    passes: job.passes,
    fails: job.fails,
  }
}

function toSeat(seat: WireSeat, index: number, named: readonly WireCandidate[]): ChainSeat {
  const candidates = named
    .filter((one) => one.seat === index)
    .map(({ agent, key }) => ({ agent: lowerAddress(agent), key: lowerAddress(key) }))
  return {
    candidates,
    judge: lowerAddress(seat.judge),
    outcome: memberOf(['NONE', 'PASS', 'FAIL'] as const, seat.outcome),
    evidenceHash: seat.evidenceHash,
  }
}
