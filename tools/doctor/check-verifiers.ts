import { openPool } from '#lib/data/database.ts'
import { countVerifiers } from '#lib/data/verifier-numbers.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

/** Seats of a job’s panel unless its client asks for others; each goes to another owner, and none to client or worker. */
const seats = 3

/** Whether enough independent people judge results. */
export async function checkVerifiers({ DATABASE_URL: url }: { DATABASE_URL: string }): Promise<Finding[]> {
  const pool = openPool({ url, max: 1, applicationName: 'jobwright-doctor' })
  const counts = await attempt(() => countVerifiers(pool))
  await pool.$client.end({ timeout: 1 })
  const target = 'verifiers'
  if (!counts) return [{ target, ...note('owners', 'not counted: the database has no tables yet, or does not answer') }]
  const { owners, ownersUp } = counts
  const detail = `${owners} of active verifiers, ${ownersUp} of them connected; a usual panel needs ${seats}`
  if (ownersUp >= seats) return [{ target, ...ok('owners', detail) }]
  const advice =
    owners >= seats
      ? 'Jobs wait for their panel: have the owners start their runtimes, and see that these reach this service.'
      : 'Jobs wait for their panel: have more people host a verifier each, who are neither clients nor workers here.'
  return [{ target, ...lack('owners', detail, advice) }]
}
