import { getClientDashboardEndpoint } from '#lib/api/dashboard.ts'
import { handle } from '#lib/http/handle.ts'
import { toDashboardReply } from '#lib/http/replies/dashboard-reply.ts'
import { readClientDashboard } from '#lib/usecases/jobs/read-client-dashboard.ts'

export const GET = handle(getClientDashboardEndpoint, async ({ ctx }) =>
  toDashboardReply(await readClientDashboard(ctx)),
)
