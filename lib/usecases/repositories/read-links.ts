import { inTransaction } from '../../data/database.ts'
import { type Link, touchInstallation } from '../../data/repositories.ts'
import { isFailure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { asPerson } from './host-token.ts'
import { readInstallations } from './read-installations.ts'

/** After this many calls without an answer the host counts as down. */
const silencesMax = 3

/**
 * Reads each link as its own person. A person for whom the host does not answer keeps nobody else waiting; the first such
 * failure is thrown in the end.
 */
export async function readLinks(ctx: Context, links: readonly Link[]): Promise<void> {
  const failures: unknown[] = []
  let silences = 0
  for (const link of links) {
    try {
      await readLink(ctx, link)
    } catch (error) {
      failures.push(error)
      if (isFailure(error) && error.code === 'repository_host_unavailable') silences += 1
      if (silences >= silencesMax) break
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function readLink(ctx: Context, { userId, installationId }: Link): Promise<void> {
  try {
    await asPerson(ctx, userId, (token) => readInstallations(ctx, { userId, token, only: installationId }))
  } catch (error) {
    // A person whose connection has ended cannot be read for, and can do nothing here until they connect again.
    if (isFailure(error) && error.code === 'repository_not_connected') return
    if (!isFailure(error) || error.code !== 'repository_permission') throw error
    await inTransaction(ctx.db, (tx) => touchInstallation(tx, userId, installationId))
  }
}
