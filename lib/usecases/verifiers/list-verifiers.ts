import { findPoolFigures, listVerifierFigures, type VerifierFigures } from '#lib/data/verifier-figures.ts'
import type { PoolFigures } from '#lib/domain/verifier-figures.ts'
import type { Context } from '../context.ts'
import { keyWithin, type Page, refuseCursor, toPage } from '../page.ts'

export type VerifierList = {
  page: Page<VerifierFigures>
  /** Undefined until they were counted once. */
  pool: { figures: PoolFigures; countedAt: Date } | undefined
}

const list = 'verifiers'
const keyPattern = /^(\d{1,9})\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What the verifiers did of late: all together, and a page of those that had a seat. */
export async function listVerifiers(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<VerifierList> {
  const after = cursor === undefined ? null : parseKey(cursor)
  const [rows, pool] = await Promise.all([
    listVerifierFigures(ctx.db, { after, limit: limit + 1 }),
    findPoolFigures(ctx.db),
  ])
  return { page: toPage(list, rows, limit, ({ seats, agentId }) => `${seats}|${agentId}`), pool }
}

function parseKey(cursor: string): { seats: number; agentId: string } {
  const [, seats, agentId] = keyPattern.exec(keyWithin(list, cursor) ?? '') ?? []
  if (seats === undefined || agentId === undefined) throw refuseCursor()
  return { seats: Number(seats), agentId }
}
