import { getOverviewEndpoint } from '#lib/api/overview.ts'
import { handle } from '#lib/http/handle.ts'
import { toOverviewReply } from '#lib/http/replies/overview-reply.ts'
import { readOverview } from '#lib/usecases/overview/read-overview.ts'

export const GET = handle(getOverviewEndpoint, async ({ ctx }) => toOverviewReply(await readOverview(ctx)))
