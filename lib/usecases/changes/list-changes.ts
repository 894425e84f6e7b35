import { type ChangeRow, listChangesOf, placeOfChange } from '../../data/changes.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import { type Context, requireUser } from '../context.ts'

const readAll = step(
  'anyone',
  'read_first_page',
  'Ask without `after`: it lists all of the last day.',
  at('listChanges'),
)

export type ChangeList = { changes: ChangeRow[]; hasMore: boolean }

/**
 * The signed-in person's changes of the last day in their order, from the one after `after` on. They are taken from the
 * sealed events, whose order is that of their commits, so none that is late is ever passed over.
 */
export async function listChanges(
  ctx: Context,
  query: { after?: string | undefined; limit: number },
): Promise<ChangeList> {
  const { userId } = requireUser(ctx)
  const place = query.after ? await placeOfChange(ctx.db, userId, query.after) : 0n
  if (place === undefined)
    throw new Failure('not_found', 'That change is not yours, or is older than a day.', {
      nextActions: [readAll],
    })
  const rows = await listChangesOf(ctx.db, userId, place, query.limit + 1)
  return { changes: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
}
