'use client'
import { Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ResourceList } from '#app/_components/resource-list.tsx'
import { agentsText as text } from '#app/_text/agents.ts'
import { queries } from '#lib/client/queries.ts'
import { Needs } from '../../_components/needs.tsx'
import { AgentFigures } from './agent-figures.tsx'
import { AgentLine } from './agent-line.tsx'
import { FirstSteps } from './first-steps.tsx'

/** Every agent of this owner, how it stands, and what it earned. */
export function AgentOverview() {
  const pages = useInfiniteQuery(queries.agents())
  const { data: overview } = useQuery(queries.overview())
  const needs = overview?.pending_actions.filter(({ role }) => role === 'agent_owner') ?? []
  const agents = pages.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        {agents.length > 0 && <ButtonLink href="/agents/new">{text.create}</ButtonLink>}
      </PageHeader>
      {agents.length > 0 && !pages.hasNextPage && <AgentFigures agents={agents} />}
      {agents.length > 0 && needs.length > 0 && <Needs needs={needs} />}
      {/* Another list than the awaited one, so that it appears below the figures instead of being pushed there. */}
      <ResourceList key={String(pages.isPending)} pages={pages} empty={<FirstSteps />}>
        {agents.map((agent) => (
          <AgentLine key={agent.id} agent={agent} />
        ))}
      </ResourceList>
    </Stack>
  )
}
