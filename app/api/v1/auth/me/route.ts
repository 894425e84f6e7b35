import { getMeEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { toMeReply } from '#lib/http/replies/me-reply.ts'
import { readMe } from '#lib/usecases/auth/read-me.ts'

export const GET = handle(getMeEndpoint, async ({ ctx }) => toMeReply(await readMe(ctx)))
