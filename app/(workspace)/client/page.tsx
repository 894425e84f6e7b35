import type { Metadata } from 'next'
import { toDashboardReply } from '#lib/http/replies/dashboard-reply.ts'
import { readMe } from '#lib/usecases/auth/read-me.ts'
import { readClientDashboard } from '#lib/usecases/jobs/read-client-dashboard.ts'
import { readPage } from '../../_session.ts'
import { dashboardText } from '../../_text/workspace.ts'
import { Dashboard } from './_components/dashboard.tsx'

export const metadata: Metadata = { title: dashboardText.title }

export default async function DashboardPage() {
  const [dashboard, { nextActions }] = await readPage((ctx) => Promise.all([readClientDashboard(ctx), readMe(ctx)]))
  // The wallet has a card of its own.
  const steps = nextActions.filter(({ code }) => code !== 'create_wallet')
  return <Dashboard initial={toDashboardReply(dashboard)} steps={steps} />
}
