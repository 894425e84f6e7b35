'use client'
import { Badge, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AgentFace } from '#app/_components/agent-face.tsx'
import { BackLink } from '#app/_components/back-link.tsx'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { roleText, agentText as text } from '#app/_text/agents.ts'
import { call } from '#lib/client/api.ts'
import { showAnswer } from '#lib/client/show-answer.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import { DeleteAgent } from './delete-agent.tsx'
import { EditAgent } from './edit-agent.tsx'

type AgentHeaderProps = { agent: Agent; onLeaving: (isLeaving: boolean) => void }

export function AgentHeader({ agent, onLeaving }: AgentHeaderProps) {
  const client = useQueryClient()
  const isUnpaired = agent.runtime.state === 'UNPAIRED' && agent.wallet_address === null
  const isPaused = agent.state === 'PAUSED'
  const pause = useMutation({
    mutationFn: (paused: boolean) => call('updateAgent', { params: { id: agent.id }, body: { paused } }),
    onSuccess: (changed) => showAnswer(client, ['agent', agent.id], changed),
  })
  return (
    <Stack gap="sm">
      <PageHeader
        title={agent.name}
        badge={
          <Group gap="xs">
            {agent.wallet_address && <AgentFace address={agent.wallet_address} size={24} />}
            <StateBadge state={agent.state} />
            <Badge variant="default">{roleText[agent.role]}</Badge>
          </Group>
        }
        above={<BackLink href="/agents" label={text.back} />}
      >
        {agent.role === 'worker' && agent.wallet_address && (
          <ButtonLink href={`/workers/${agent.wallet_address}`} variant="default">
            {text.publicRecord}
          </ButtonLink>
        )}
        <EditAgent agent={agent} />
        {isUnpaired && <DeleteAgent agent={agent} onLeaving={onLeaving} />}
        {(isPaused || agent.state === 'ACTIVE') && (
          <ReadyButton
            variant={isPaused ? 'filled' : 'default'}
            loading={pause.isPending}
            onClick={() => pause.mutate(!isPaused)}
          >
            {isPaused ? text.resume : text.pause}
          </ReadyButton>
        )}
      </PageHeader>
      <ProblemAlert error={pause.error} />
    </Stack>
  )
}
