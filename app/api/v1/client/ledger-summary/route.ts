import { summarizeLedgerEndpoint } from '#lib/api/ledger.ts'
import { handle } from '#lib/http/handle.ts'
import { toLedgerSummary } from '#lib/http/replies/ledger-reply.ts'
import { summarizeLedger } from '#lib/usecases/ledger/summarize-ledger.ts'

export const GET = handle(summarizeLedgerEndpoint, async ({ ctx }) => toLedgerSummary(await summarizeLedger(ctx)))
