import type { Context } from '#lib/usecases/context.ts'
import { eraseUser } from '#lib/usecases/operations/erase-user.ts'
import { exportUser } from '#lib/usecases/operations/export-user.ts'
import { requireUuid } from './require-uuid.ts'

/** Everything that is stored about a person, as JSON. */
export async function exportPerson(ctx: Context, id: string): Promise<string> {
  return JSON.stringify(await exportUser(ctx, { id: requireUuid(id, 'an account') }), toText, 2)
}

/** Removes a person's data; throws with everything that is open. */
export async function erasePerson(ctx: Context, id: string, because: string): Promise<string> {
  const deleted = await eraseUser(ctx, { id: requireUuid(id, 'an account'), because })
  const rows = Object.entries(deleted).map(([table, count]) => `${table}: ${count}`)
  return [`${id} is erased. Rows deleted:`, ...rows].join('\n')
}

const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
