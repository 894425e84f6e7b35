import { openPool } from '#lib/data/database.ts'
import { countVerifiers } from '#lib/data/verifier-numbers.ts'
import { ownersNeeded, usualPanel } from '#lib/domain/panel-owners.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

const needed = ownersNeeded(usualPanel.verifiers)

/** Whether enough independent people judge results. */
export async function checkVerifiers({ DATABASE_URL: url }: { DATABASE_URL: string }): Promise<Finding[]> {
  const pool = openPool({ url, max: 1, applicationName: 'jobwright-doctor' })
  const counts = await attempt(() => countVerifiers(pool))
  await pool.$client.end({ timeout: 1 })
  const target = 'verifiers'
  if (!counts) return [{ target, ...note('owners', 'not counted: the database has no tables yet, or does not answer') }]
  const { owners, ownersUp } = counts
  const detail = `${owners} of active verifiers, ${ownersUp} of them connected; a usual job needs ${needed} who are neither its client nor its worker`
  if (ownersUp >= needed) return [{ target, ...ok('owners', detail) }]
  const advice =
    owners >= needed
      ? 'Jobs wait for a panel: have the owners start their runtimes, and see that these reach this service.'
      : 'Jobs wait for a panel: have more people host a verifier each, who are neither clients nor workers here.'
  return [{ target, ...lack('owners', detail, advice) }]
}
