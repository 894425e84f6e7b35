import type { Metadata } from 'next'
import { toOverviewReply } from '#lib/http/replies/overview-reply.ts'
import { readOverview } from '#lib/usecases/overview/read-overview.ts'
import { readPage } from '../../_session.ts'
import { overviewText } from '../../_text/workspace.ts'
import { OverviewView } from './_components/overview-view.tsx'

export const metadata: Metadata = { title: overviewText.title }

export default async function OverviewPage() {
  return <OverviewView initial={toOverviewReply(await readPage(readOverview))} />
}
