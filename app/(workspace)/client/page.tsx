import type { Metadata } from 'next'
import { toDashboardReply } from '#lib/http/replies/dashboard-reply.ts'
import { readClientDashboard } from '#lib/usecases/jobs/read-client-dashboard.ts'
import { readPage } from '../../_session.ts'
import { dashboardText } from '../../_text/workspace.ts'
import { Dashboard } from './_components/dashboard.tsx'

export const metadata: Metadata = { title: dashboardText.title }

export default async function DashboardPage() {
  return <Dashboard initial={toDashboardReply(await readPage(readClientDashboard))} />
}
