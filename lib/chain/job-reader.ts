import type { PublicClient } from 'viem'
import type { Address, ChainJob } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import { readJob, toJob } from './escrow-jobs.ts'

/** Jobs in one call: a node bounds the gas of a call. */
const mostJobs = 50
/** Bytes of calldata in one call, far above what so many jobs take. */
const mostBytes = 100_000

type Reading = { id: bigint; done: PromiseWithResolvers<ChainJob | undefined> }
export type ReadJob = (id: bigint, block: bigint) => Promise<ChainJob | undefined>

/**
 * Reads the state of jobs at a block. Those that are asked for in the same moment are read by one call, which runs code
 * that is on no address; where the node does not accept such a call, each is read separately.
 */
export function jobReader(client: PublicClient, escrow: Address): ReadJob {
  const waiting = new Map<bigint, Reading[]>()
  const readOne = (block: bigint, { id, done }: Reading) =>
    readJob(client, escrow, id, block).then(done.resolve, done.reject)
  const readTogether = async (block: bigint, readings: readonly Reading[]) => {
    const contracts = readings.map(
      ({ id }) => ({ address: escrow, abi: jobEscrowAbi, functionName: 'job', args: [id] }) as const,
    )
    const together = { deployless: true, batchSize: mostBytes, allowFailure: true, blockNumber: block } as const
    const found = await client.multicall({ contracts, ...together })
    for (const [index, reading] of readings.entries()) {
      const job = found[index]
      if (job?.status === 'success') reading.done.resolve(toJob(reading.id, job.result))
      else await readOne(block, reading)
    }
  }
  const readAll = (block: bigint) => {
    const readings = waiting.get(block) ?? []
    waiting.delete(block)
    for (let first = 0; first < readings.length; first += mostJobs) {
      const some = readings.slice(first, first + mostJobs)
      const [only] = some
      if (only && some.length === 1) void readOne(block, only)
      else
        readTogether(block, some).catch((error: unknown) => {
          for (const { done } of some) done.reject(error)
        })
    }
  }
  return (id, block) => {
    const done = Promise.withResolvers<ChainJob | undefined>()
    const others = waiting.get(block)
    if (others) others.push({ id, done })
    else {
      waiting.set(block, [{ id, done }])
      setImmediate(readAll, block)
    }
    return done.promise
  }
}
