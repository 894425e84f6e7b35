import { listOpenCalls } from '#lib/data/operator-calls.ts'
import type { Context } from '#lib/usecases/context.ts'
import { resendCall } from '#lib/usecases/operator/resend-call.ts'
import { toTable } from '../table.ts'
import { requireUuid } from './require-uuid.ts'

const shownMax = 500
const titles = ['id', 'key', 'purpose', 'of', 'state', 'waits for', 'nonce', 'index', 'created', 'hash', 'failure']

/** Every call of the service's keys that has not ended, with the transaction that carries it. */
export async function callTable({ db }: Pick<Context, 'db'>): Promise<string> {
  const rows = await listOpenCalls(db, shownMax)
  if (rows.length === 0) return 'No call is open.'
  return toTable(
    titles,
    rows.map((row) => [
      row.id,
      row.operator,
      row.purpose,
      row.subject,
      row.state,
      row.waitsFor ?? '',
      String(row.nonce ?? ''),
      String(row.entry ?? ''),
      row.createdAt.toISOString(),
      row.transactionHash ?? '',
      row.failure ?? '',
    ]),
  )
}

/** Has the worker send a call again now, for more where it may. */
export async function resend(ctx: Context, id: string): Promise<string> {
  const { key, isLed } = await resendCall(ctx, { id: requireUuid(id, 'a call') })
  return isLed
    ? `The worker that leads ${key} sends it within seconds: npm run admin -- call ${id}`
    : `It is sent once a worker leads ${key}; none does now, so start one.`
}
