import { inTransaction } from '#lib/data/database.ts'
import { insertInstallState } from '#lib/data/install-states.ts'
import { hashSecret, newSecret } from '../auth/secrets.ts'
import { type Context, requireCapability } from '../context.ts'

/** The host's installation page with a one-use state of this session, good for 10 minutes. */
export async function startInstall(ctx: Context): Promise<{ installationUrl: string; expiresAt: Date }> {
  const user = requireCapability(ctx, 'client')
  const state = newSecret()
  const row = { stateHash: hashSecret(state), sessionId: user.sessionId, userId: user.userId }
  const { expiresAt } = await inTransaction(ctx.db, (tx) => insertInstallState(tx, row))
  return { installationUrl: ctx.codeHost.installationUrl(state), expiresAt }
}
