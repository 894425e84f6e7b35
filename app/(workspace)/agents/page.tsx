import type { Metadata } from 'next'
import { agentsText } from '../../_text/agents.ts'
import { AgentOverview } from './_components/agent-overview.tsx'

export const metadata: Metadata = { title: agentsText.title }

export default function AgentsPage() {
  return <AgentOverview />
}
