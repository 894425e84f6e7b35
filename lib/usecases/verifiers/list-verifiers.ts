import { type CountedPool, findFigures, type VerifierFigures } from '../../data/verifier-figures.ts'
import type { Context } from '../context.ts'
import { keyWithin, type Page, refuseCursor, toPage } from '../page.ts'

export type VerifierList = {
  page: Page<VerifierFigures>
  /** Undefined until they were counted once. */
  pool: CountedPool | undefined
}

const list = 'verifiers'
const keyPattern = /^0x[0-9a-f]{40}$/

/** What the verifiers did of late: all together, and a page of those that had a seat, of one count. */
export async function listVerifiers(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<VerifierList> {
  const after = cursor === undefined ? null : parseKey(cursor)
  const { rows, pool } = await findFigures(ctx.db, { after, limit: limit + 1 })
  return { page: toPage(list, rows, limit, ({ address }) => address), pool }
}

function parseKey(cursor: string): string {
  const key = keyWithin(list, cursor) ?? ''
  if (!keyPattern.test(key)) throw refuseCursor()
  return key
}
