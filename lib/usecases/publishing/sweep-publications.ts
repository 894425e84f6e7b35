import { listOpenPublications } from '#lib/data/publications.ts'
import type { Publisher } from '#lib/ports/publisher.ts'
import type { WorkerContext } from '../context.ts'
import { publishResult } from './publish-result.ts'

/** Picks up publications that a crash or a silent host left behind. */
export async function sweepPublications(ctx: WorkerContext, publisher: Publisher | null): Promise<void> {
  for (const id of await listOpenPublications(ctx.db, 20))
    await publishResult(ctx, publisher, { onchainJobId: `${id}` })
}
