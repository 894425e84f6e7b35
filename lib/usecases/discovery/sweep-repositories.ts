import { inTransaction } from '../../data/database.ts'
import {
  addCandidates,
  findAllowance,
  type PublicRepositoryRow,
  saveAllowance,
  takeDueRepositories,
} from '../../data/public-repositories.ts'
import { strangerReserve } from '../../domain/discovery.ts'
import { isFailure } from '../../domain/failure.ts'
import type { PublicHost } from '../../ports/public-host.ts'
import type { Services } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { readRepository } from './read-repository.ts'

/** Reads what is due, within what the host allows strangers; returns how many repositories were looked at. */
export async function sweepRepositories(
  ctx: Pick<Services, 'db' | 'settings'>,
  host: PublicHost,
  limit = 10,
): Promise<number> {
  const left = await findAllowance(ctx.db)
  if (left && left.remaining <= strangerReserve) return 0
  await inTransaction(ctx.db, addCandidates)
  const due = await inTransaction(ctx.db, (tx) => takeDueRepositories(tx, limit))
  let isLimited = false
  const read = async (row: PublicRepositoryRow) => {
    if (isLimited) return
    try {
      await readRepository(ctx, host, row)
    } catch (error) {
      if (!isFailure(error) || error.code !== 'repository_host_limited') throw error
      isLimited = true
      const resetAt = new Date(Date.now() + (error.retryAfterSeconds ?? 60) * 1_000)
      await inTransaction(ctx.db, (tx) => saveAllowance(tx, { remaining: 0, resetAt }))
    }
  }
  await sweepRows(due, { nameOf: ({ fullName }) => fullName, handle: read })
  return due.length
}
