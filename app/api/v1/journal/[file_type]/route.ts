import { getJournalEndpoint } from '#lib/api/journal.ts'
import { handle } from '#lib/http/handle.ts'
import { toJournalReply } from '#lib/http/replies/journal-reply.ts'
import { readJournal } from '#lib/usecases/journal/read-journal.ts'

export const GET = handle(getJournalEndpoint, async ({ ctx, params, headers }) => {
  const journal = await readJournal(ctx)
  const name = `jobwright-journal-through-block-${journal.throughBlock}.${params.file_type}`
  headers.set('content-disposition', `attachment; filename="${name}"`)
  return toJournalReply(journal, params.file_type)
})
