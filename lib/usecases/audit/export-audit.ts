import { createHash } from 'node:crypto'
import { listSealedEvents } from '../../data/audit-export.ts'
import { inTransaction } from '../../data/database.ts'
import { auditFormat } from '../../domain/audit.ts'
import type { Context } from '../context.ts'
import { recordOperation } from '../operations/record-operation.ts'

/**
 * The sealed events in their order as JSON Lines, with a signed checkpoint after each batch and a last one at the end.
 * What is sealed while the export runs may be in it. Kept as an event, also when it ends early.
 */
export async function* exportAudit(
  ctx: Pick<Context, 'actor' | 'db' | 'chain' | 'auditKey'>,
  batch = 1_000,
): AsyncGenerator<string> {
  const { chain, auditKey } = ctx
  const source = { chain_id: chain.chainId, escrow: chain.escrow }
  await inTransaction(ctx.db, (tx) => recordOperation(ctx, tx, 'audit_exported', {}))
  const digest = createHash('sha256')
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`
    digest.update(text)
    return text
  }
  yield line({ type: 'header', ...auditFormat, ...source, public_key: auditKey.publicKey })
  let last = { sequence: 0, seal: '' }
  for (;;) {
    const events = await listSealedEvents(ctx.db, last.sequence, batch)
    if (events.length > 0) yield events.map((event) => line({ type: 'event', ...event })).join('')
    last = events.at(-1) ?? last
    const isLast = events.length < batch
    const { sequence, seal } = last
    const checkpoint = { sequence, seal, lines_sha256: digest.copy().digest('hex'), is_last: isLast }
    yield line({ type: 'checkpoint', ...checkpoint, signature: auditKey.sign(source, checkpoint) })
    if (isLast) return
  }
}
