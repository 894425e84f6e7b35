import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { readPersonalRows } from '../../data/personal-data.ts'
import { findUser } from '../../data/users.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/** Everything that is stored about a person, by table, without secrets and without what is of others. Kept as an event. */
export async function exportUser(ctx: Context, { id }: { id: string }): Promise<Record<string, unknown[]>> {
  if (!(await findUser(ctx.db, id))) throw new Failure('not_found', 'No account has this id.')
  await inTransaction(ctx.db, (tx) =>
    recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'operations', id: `user/${id}` },
      userId: null,
      name: 'operations.user_exported',
    }),
  )
  return readPersonalRows(ctx.db, id)
}
