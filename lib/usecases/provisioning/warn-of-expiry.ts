import { inTransaction } from '../../data/database.ts'
import { type ExpiringCredential, listExpiringToNotify } from '../../data/runtime-credentials.ts'
import { expiryWarningSeconds } from '../../domain/agent.ts'
import type { WorkerContext } from '../context.ts'
import { recordCredentialEvent } from '../runtime/credential-event.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Tells owners once of every credential that is about to lock its runtime out. */
export async function warnOfExpiry(ctx: WorkerContext): Promise<void> {
  const expiring = await listExpiringToNotify(ctx.db, expiryWarningSeconds)
  await sweepRows(expiring, { nameOf: ({ agentId }) => agentId, handle: (credential) => warn(ctx, credential) })
}

function warn(
  ctx: WorkerContext,
  { agentId: id, userId, expiresAt, ...credential }: ExpiringCredential,
): Promise<void> {
  const reason = `It ends at ${expiresAt.toISOString()} and was not renewed: start the runtime, or pair it again.`
  return inTransaction(ctx.db, (tx) =>
    recordCredentialEvent(tx, ctx.actor, { id, userId }, 'credential_expiring', credential, reason),
  )
}
