import type { PublicClient } from 'viem'
import type { Address, ChainJob } from '#lib/ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import { readJob, toJob } from './escrow-jobs.ts'

/** Jobs in one call: a node bounds the gas of a call. */
const mostJobs = 50
/** Bytes of calldata in one call, far above what so many jobs take. */
const mostBytes = 100_000

type Reading = { id: bigint; done: PromiseWithResolvers<ChainJob | undefined> }

/**
 * Reads the newest state of jobs. Those that are asked for in the same moment are read by one call, which runs code
 * that is on no address; where the node does not accept such a call, each is read separately.
 */
export function jobReader(client: PublicClient, escrow: Address): (id: bigint) => Promise<ChainJob | undefined> {
  let waiting: Reading[] = []
  const readOne = ({ id, done }: Reading) => readJob(client, escrow, id).then(done.resolve, done.reject)
  const readTogether = async (readings: readonly Reading[]) => {
    const contracts = readings.map(
      ({ id }) => ({ address: escrow, abi: jobEscrowAbi, functionName: 'job', args: [id] }) as const,
    )
    const found = await client.multicall({ contracts, deployless: true, batchSize: mostBytes, allowFailure: true })
    for (const [index, reading] of readings.entries()) {
      const job = found[index]
      if (job?.status === 'success') reading.done.resolve(toJob(reading.id, job.result))
      else await readOne(reading)
    }
  }
  const readAll = () => {
    const readings = waiting
    waiting = []
    for (let first = 0; first < readings.length; first += mostJobs) {
      const some = readings.slice(first, first + mostJobs)
      const [only] = some
      if (only && some.length === 1) void readOne(only)
      else
        readTogether(some).catch((error: unknown) => {
          for (const { done } of some) done.reject(error)
        })
    }
  }
  return (id) => {
    const done = Promise.withResolvers<ChainJob | undefined>()
    if (waiting.length === 0) setImmediate(readAll)
    waiting.push({ id, done })
    return done.promise
  }
}
