import { listOpenCalls } from '#lib/data/operator-calls.ts'
import type { Context } from '#lib/usecases/context.ts'
import { toTable } from '../table.ts'

const shownMax = 500
const titles = ['key', 'purpose', 'of', 'state', 'waits for', 'nonce', 'index', 'created', 'hash', 'failure']

/** Every call of the service's keys that has not ended, with the transaction that carries it. */
export async function callTable({ db }: Pick<Context, 'db'>): Promise<string> {
  const rows = await listOpenCalls(db, shownMax)
  if (rows.length === 0) return 'No call is open.'
  return toTable(
    titles,
    rows.map((row) => [
      ...[row.operator, row.purpose, row.subject, row.state, row.waitsFor ?? ''],
      ...[String(row.nonce ?? ''), String(row.entry ?? ''), row.createdAt.toISOString()],
      ...[row.transactionHash ?? '', row.failure ?? ''],
    ]),
  )
}
