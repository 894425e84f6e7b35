import { exportLedgerEndpoint } from '#lib/api/ledger.ts'
import { handle } from '#lib/http/handle.ts'
import { toLedgerTable } from '#lib/http/replies/ledger-reply.ts'
import { exportLedger } from '#lib/usecases/ledger/list-ledger.ts'

export const GET = handle(exportLedgerEndpoint, async ({ ctx, params, query, headers }) => {
  const rows = exportLedger(ctx, { group: query.group })
  headers.set('content-disposition', `attachment; filename="jobwright-transactions.${params.file_type}"`)
  return toLedgerTable(rows)
})
