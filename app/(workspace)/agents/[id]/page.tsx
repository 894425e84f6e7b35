import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { isUuid } from '#app/_is-uuid.ts'
import { readPage } from '#app/_session.ts'
import { toAgentDetailReply } from '#lib/http/replies/agent-reply.ts'
import { readAgent } from '#lib/usecases/agents/read-agent.ts'
import { AgentPageView } from './_components/agent-page-view.tsx'

type AgentPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata(props: AgentPageProps): Promise<Metadata> {
  return { title: (await readOne(props)).name }
}

export default async function AgentPage(props: AgentPageProps) {
  return <AgentPageView initial={await readOne(props)} />
}

async function readOne({ params }: AgentPageProps) {
  const { id } = await params
  if (!isUuid(id)) notFound()
  return toAgentDetailReply(await readPage((ctx) => readAgent(ctx, { id })))
}
