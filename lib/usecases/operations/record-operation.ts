import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { Context } from '../context.ts'

/** Keeps what an operator did, in the transaction of what it did. */
export async function recordOperation(
  ctx: Pick<Context, 'actor'>,
  tx: Transaction,
  what:
    | 'command_run'
    | 'reindexed'
    | 'dead_letters_retried'
    | 'pruned'
    | 'items_retried'
    | 'call_resent'
    | 'audit_exported',
  evidence: Record<string, unknown>,
): Promise<void> {
  const subject = { type: 'operations', id: what } as const
  await recordEvent(tx, { actor: ctx.actor, subject, userId: null, name: `operations.${what}`, evidence })
}
