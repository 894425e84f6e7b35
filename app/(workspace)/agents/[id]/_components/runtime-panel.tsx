'use client'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { SinceText } from '#app/_components/since-text.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { runtimeText as text } from '#app/_text/agents.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import type { Agent } from '../../_components/agent-line.tsx'
import { Disconnect } from './disconnect.tsx'
import { RuntimeHealth } from './runtime-health.tsx'

type RuntimePanelProps = { agent: Agent; onPairAnother: (() => void) | undefined }

/** The runtime behind the agent: whether it is heard, what it is, and the credential that it holds. */
export function RuntimePanel({ agent, onPairAnother }: RuntimePanelProps) {
  const { data: status, error } = useQuery(queries.runtimeStatus(agent.id))
  const isPaired = agent.runtime.paired_at !== null
  const canDisconnect = agent.runtime.state !== 'UNPAIRED' && agent.runtime.state !== 'DISCONNECTED'
  return (
    <Section title={text.title} aside={<StateBadge state={status?.state ?? agent.runtime.state} />}>
      <ProblemAlert error={error} />
      {isPaired ? <Facts facts={factsOf(status ?? agent.runtime)} /> : <Text c="dimmed">{text.none}</Text>}
      {status && isPaired && <RuntimeHealth health={status.health} />}
      {(canDisconnect || (isPaired && onPairAnother)) && (
        <Group gap="sm" mt="md">
          {isPaired && onPairAnother && (
            <Button variant="default" size="xs" onClick={onPairAnother}>
              {text.pairAnother}
            </Button>
          )}
          {canDisconnect && <Disconnect agentId={agent.id} />}
        </Group>
      )}
    </Section>
  )
}

type Status = Agent['runtime'] & Partial<Pick<ReplyOf<'getRuntimeStatus'>, 'reports' | 'credential'>>

function factsOf(status: Status): Fact[] {
  const { last_seen_at: seenAt, paired_at: pairedAt, credential, reports } = status
  const facts: (Fact | null)[] = [
    { label: text.lastSeen, value: seenAt ? <SinceText at={seenAt} /> : text.never },
    reports ? { label: text.reports, value: text.reported[reports] } : null,
    status.software ? { label: text.software, value: status.software } : null,
    status.isolation ? { label: text.isolation, value: status.isolation } : null,
    status.address ? { label: text.address, value: <span className="mono">{status.address}</span> } : null,
    status.key ? { label: text.key, value: <Copyable value={status.key} label={text.key} short /> } : null,
    pairedAt ? { label: text.paired, value: <TimeText at={pairedAt} /> } : null,
    credential === undefined ? null : { label: text.credential, value: credentialOf(credential) },
  ]
  return facts.filter((fact) => fact !== null)
}

function credentialOf(credential: NonNullable<Status['credential']> | null) {
  if (!credential) return text.noCredential
  return (
    <>
      {text.epoch(credential.epoch)}, {text.expires} <TimeText at={credential.expires_at} />
    </>
  )
}
