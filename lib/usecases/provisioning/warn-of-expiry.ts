import { inTransaction } from '#lib/data/database.ts'
import { listUntoldExpiring } from '#lib/data/runtime-credentials.ts'
import { expiryWarningSeconds } from '#lib/domain/agent.ts'
import type { WorkerContext } from '../context.ts'
import { recordCredentialEvent } from '../runtime/credential-event.ts'

/** Tells owners once of every credential that is about to lock its runtime out. */
export async function warnOfExpiry(ctx: WorkerContext): Promise<void> {
  for (const { agentId: id, userId, expiresAt, ...credential } of await listUntoldExpiring(
    ctx.db,
    expiryWarningSeconds,
  )) {
    const reason = `It ends at ${expiresAt.toISOString()} and was not renewed: start the runtime, or pair it again.`
    await inTransaction(ctx.db, (tx) =>
      recordCredentialEvent(tx, ctx.actor, { id, userId }, 'credential_expiring', credential, reason),
    )
  }
}
