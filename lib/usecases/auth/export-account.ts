import { type Context, requireRecentSignIn, requireUser } from '../context.ts'
import { exportUser } from '../operations/export-user.ts'

/** Everything that is stored about the signed-in person, by table. */
export async function exportAccount(ctx: Context): Promise<Record<string, unknown[]>> {
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  return exportUser(ctx, { id: user.userId })
}
