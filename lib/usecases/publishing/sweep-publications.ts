import { listOpenPublications } from '../../data/publications.ts'
import type { Publisher } from '../../ports/publisher.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { publishResult } from './publish-result.ts'

/** Picks up publications that a crash or a silent host left behind. */
export async function sweepPublications(ctx: WorkerContext, publisher: Publisher | null): Promise<void> {
  const open = await listOpenPublications(ctx.db, 20)
  await sweepRows(open, { nameOf: String, handle: (id) => publishResult(ctx, publisher, { onchainJobId: `${id}` }) })
}
