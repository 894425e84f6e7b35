import { getTransparencyEndpoint } from '#lib/api/transparency.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { toTransparencyReply } from '#lib/http/replies/transparency-reply.ts'
import { readBooks } from '#lib/usecases/books/read-books.ts'

export const GET = handleShared(getTransparencyEndpoint, async ({ ctx }) => toTransparencyReply(await readBooks(ctx)))
