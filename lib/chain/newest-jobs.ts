import type { Address, ChainJob } from '#lib/ports/chain.ts'
import type { Heads } from './heads.ts'
import { jobReader } from './job-reader.ts'
import type { Nodes } from './nodes.ts'

/** A job that was asked for within this time is read with the others at the next block. */
const recentMs = 10_000
/** As many as two calls read. */
const mostRecent = 100

type Job = Promise<ChainJob | undefined>

/**
 * Reads the newest state of jobs, once for each block. The first job that is asked for at a new block is read together with
 * all that were asked for lately, so that looking at many of them, one after the other, costs one request.
 */
export function newestJobs(nodes: Nodes, heads: Heads, escrow: Address): (id: bigint) => Job {
  const read = jobReader(nodes.client, escrow)
  if (!heads.keepsReadings) return read
  const askedAt = new Map<bigint, number>()
  const note = (id: bigint) => {
    askedAt.delete(id)
    askedAt.set(id, performance.now())
    for (const [other, at] of askedAt)
      if (askedAt.size > mostRecent || performance.now() - at > recentMs) askedAt.delete(other)
  }
  const readRecent = async () => {
    const jobs = new Map<bigint, Job>()
    for (const id of askedAt.keys()) {
      const job = read(id)
      jobs.set(id, job)
      // What is not known, or could not be read, is asked for again.
      job.then(
        (found) => found ?? jobs.delete(id),
        () => jobs.delete(id),
      )
    }
    return jobs
  }
  return async (id) => {
    note(id)
    const jobs = await heads.perBlock('recent jobs', readRecent)
    return jobs.get(id) ?? heads.perBlock(`job ${id} latest`, () => read(id))
  }
}
