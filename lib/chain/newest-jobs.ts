import { LRUCache } from 'lru-cache'
import type { Address, ChainJob, Head } from '../ports/chain.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { jobReader } from './job-reader.ts'
import { patiently } from './patiently.ts'

/** A job that was asked for within this time is read with the others at the next block. */
const recentMs = 10_000
/** As many as two calls read. */
const mostRecent = 100

type Job = Promise<ChainJob | undefined>

/**
 * Reads the newest state of jobs, once for each block. The first job that is asked for at a new block is read together with
 * all that were asked for lately, so that looking at many of them, one after the other, costs one request. Each reading
 * names its block, so that a node that does not have it fails in place of telling an older state.
 */
export function newestJobs(nodes: Nodes, heads: Heads, escrow: Address): (id: bigint, notBefore: bigint) => Job {
  const readers = new Map(nodes.all.map(({ client }) => [client, jobReader(client, escrow)]))
  const read = (id: bigint, block: bigint) =>
    patiently(() => nodes.heard(async (client) => readers.get(client)?.(id, block)))
  const asked = new LRUCache<bigint, true>({ max: mostRecent, ttl: recentMs })
  const readRecent = async () => {
    const { number } = await heads.latest()
    const jobs = new Map<bigint, Job>()
    for (const id of asked.rkeys()) {
      const job = read(id, number)
      jobs.set(id, job)
      // What is not known, or could not be read, is asked for again.
      job.then(
        (found) => found ?? jobs.delete(id),
        () => jobs.delete(id),
      )
    }
    return jobs
  }
  let asking: Promise<Head> | undefined
  // Those that ask in the same moment get the same head, so that they are read together.
  const latest = () => {
    asking ??= heads.latest().finally(() => {
      asking = undefined
    })
    return asking
  }
  return async (id, notBefore) => {
    const { number } = await latest()
    if (number < notBefore) return read(id, notBefore)
    if (!heads.keepsReadings) return read(id, number)
    asked.set(id, true)
    const jobs = await heads.perBlock('recent jobs', readRecent)
    return jobs.get(id) ?? heads.perBlock(`job ${id} latest`, () => read(id, number))
  }
}
