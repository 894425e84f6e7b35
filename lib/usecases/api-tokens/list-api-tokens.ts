import { type ApiTokenRow, listApiTokens as listRows } from '../../data/api-tokens.ts'
import { type Context, requireUser } from '../context.ts'

/** The signed-in person's tokens: those that work, then those that ended within 30 days. */
export function listApiTokens(ctx: Context): Promise<ApiTokenRow[]> {
  return listRows(ctx.db, requireUser(ctx).userId)
}
