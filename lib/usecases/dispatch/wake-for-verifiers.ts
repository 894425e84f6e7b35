import { inTransaction } from '../../data/database.ts'
import { listEligibleOwners } from '../../data/dispatch.ts'
import { makeDueForVerifiers } from '../../data/due-jobs.ts'
import { lockMatching } from '../../data/matching.ts'
import { finishWakeups, type WokenAgent } from '../../data/wakeups.ts'
import type { WorkerContext } from '../context.ts'

/** More owners than any job needs, its client and its worker among them. */
const ownersMost = 20

/** Makes jobs due that waited for verifiers, now that some may have become available. */
export async function wakeForVerifiers(ctx: WorkerContext, woken: readonly WokenAgent[]): Promise<void> {
  if (woken.length === 0) return
  const query = { ...ctx.settings, excludedUserIds: [], policyVersion: 1 }
  await inTransaction(ctx.db, async (tx) => {
    await lockMatching(tx)
    await makeDueForVerifiers(tx, await listEligibleOwners(tx, query, ownersMost))
  })
  await finishWakeups(ctx.db, woken)
}
