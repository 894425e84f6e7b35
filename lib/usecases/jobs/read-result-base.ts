import { findLastResult } from '../../data/assignments.ts'
import { findJob } from '../../data/jobs.ts'
import { listSeats } from '../../data/seats.ts'
import { Failure } from '../../domain/failure.ts'
import type { HostFile } from '../../ports/code-host.ts'
import { type Context, requireCapability } from '../context.ts'
import { asPerson } from '../repositories/host-token.ts'
import { openRepository } from '../repositories/require-access.ts'
import { requireReleased } from './is-released.ts'

export type ResultBase = { id: bigint; path: string; baseCommit: string; file: HostFile | undefined }

/**
 * One file of the job's repository as it was before the settled result changed it, read at the host with the client's
 * own rights. Paths that the result does not change are as unknown as missing ones.
 */
export async function readResultBase(ctx: Context, input: { id: bigint; path: string }): Promise<ResultBase> {
  const { userId } = requireCapability(ctx, 'client')
  const { id, path } = input
  const view = await findJob(ctx.db, userId, id)
  const result = view && (await findLastResult(ctx.db, id))
  if (!result) throw new Failure('not_found', 'There is no such result.')
  requireReleased(view, await listSeats(ctx.db, id, result.attempt))
  if (!result.changes.some((change) => change.path === path))
    throw new Failure('not_found', 'The result does not change such a file.')
  const { repository_id: repositoryId, base_commit: baseCommit } = result.document
  const { access } = await openRepository(ctx, userId, { repositoryId })
  const place = { commit: baseCommit, path }
  const file = await asPerson(ctx, userId, (token) => ctx.codeHost.fileAt(token, access.fullName, place))
  return { id, path, baseCommit, file }
}
