import { listLedgerEndpoint } from '#lib/api/ledger.ts'
import { handle } from '#lib/http/handle.ts'
import { toLedgerEntry } from '#lib/http/replies/ledger-reply.ts'
import { parseLedgerCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { ledgerList, listLedger } from '#lib/usecases/ledger/list-ledger.ts'

export const GET = handle(listLedgerEndpoint, async ({ ctx, query }) => {
  const { group, limit, cursor } = query
  const after = parseLedgerCursor(ledgerList({ group }), cursor)
  return toPageReply(await listLedger(ctx, { group, after, limit }), toLedgerEntry)
})
