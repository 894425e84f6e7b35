'use client'
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BackLink } from '#app/_components/back-link.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { endpointText as text } from '#app/_text/webhooks.ts'
import { webhookQueries } from '#lib/client/webhook-queries.ts'
import { EndpointBadge, eventsOf, type WebhookEndpoint } from '../../_components/endpoint-badge.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'

/** One endpoint: what is sent to it, what can be done about it, and how each delivery went. */
export function EndpointPage({ initial }: { initial: WebhookEndpoint }) {
  // Nothing is asked about an endpoint that is being deleted: it would only be refused.
  const [isLeaving, setLeaving] = useState(false)
  const { data: endpoint, error } = useQuery({
    ...webhookQueries.endpoint(initial.id),
    initialData: initial,
    enabled: !isLeaving,
  })
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader
        title={endpoint.description || new URL(endpoint.url).host}
        badge={<EndpointBadge endpoint={endpoint} />}
        above={<BackLink href="/settings/webhooks" label={text.back} />}
      />
      <ProblemAlert error={error} />
      <Standing endpoint={endpoint} />
      <Section title={text.details}>
        <Stack gap="md">
          <Facts facts={factsOf(endpoint)} />
          <EndpointActions endpoint={endpoint} onLeaving={setLeaving} />
        </Stack>
      </Section>
      {!isLeaving && <Deliveries endpoint={endpoint} />}
    </Stack>
  )
}

/** Why nothing is sent, or does not arrive. */
function Standing({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { disabled_reason: reason, failing_since: since } = endpoint
  if (reason)
    return (
      <Alert color={reason === 'OWNER' ? 'gray' : 'yellow'} role="status">
        {text.disabled[reason]}
      </Alert>
    )
  if (!since) return null
  return (
    <Alert color="red" title={text.failing.title} role="status">
      <Text>{text.failing.text}</Text>
      <Text c="dimmed" fz="xs" mt={4}>
        {text.failing.since} <TimeText at={since} />
      </Text>
    </Alert>
  )
}

function factsOf(endpoint: WebhookEndpoint): Fact[] {
  const { url, created_at, previous_secret_until: until } = endpoint
  const isUsed = until !== null && Date.parse(until) > Date.parse(endpoint.updated_at)
  return [
    { label: text.url, value: <span className="mono">{url}</span> },
    { label: text.events, value: eventsOf(endpoint) },
    { label: text.secret, value: text.sealed },
    ...(isUsed ? [{ label: text.previousUntil, value: <TimeText at={until} /> }] : []),
    { label: text.created, value: <TimeText at={created_at} /> },
  ]
}
