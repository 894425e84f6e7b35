'use client'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#app/_components/back-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import classes from '#app/_components/lines.module.css'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { ResourceLine } from '#app/_components/resource-line.tsx'
import { Section } from '#app/_components/section.tsx'
import { webhooksText as text } from '#app/_text/webhooks.ts'
import { useKeptDialog } from '#app/(workspace)/_components/kept-dialog.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { webhookQueries } from '#lib/client/webhook-queries.ts'
import { endpointsMax } from '#lib/domain/webhook-endpoint.ts'
import { EndpointBadge, eventsOf } from './endpoint-badge.tsx'
import { endpointKeptAs, NewEndpoint } from './new-endpoint.tsx'

/** The endpoints of the account, and the way to another one. */
export function Webhooks({ initial }: { initial: ReplyOf<'listWebhookEndpoints'> }) {
  const { data, error } = useQuery({ ...webhookQueries.endpoints(), initialData: initial })
  const adding = useKeptDialog(endpointKeptAs)
  const endpoints = data.data
  const isFull = endpoints.length >= endpointsMax
  const add = (
    <ReadyButton size="xs" disabled={isFull} onClick={adding.open}>
      {text.add}
    </ReadyButton>
  )
  return (
    <Stack gap="lg" maw={760}>
      <PageHeader title={text.title} text={text.text} above={<BackLink href="/settings" label={text.back} />} />
      <ProblemAlert error={error} />
      <Section title={text.endpoints} {...(isFull && { text: text.most(endpointsMax) })} aside={add} isFlush>
        {endpoints.length === 0 && <EmptyState icon="external" title={text.emptyTitle} text={text.empty} />}
        <ul className={classes.list}>
          {endpoints.map((endpoint) => (
            <ResourceLine
              key={endpoint.id}
              href={`/settings/webhooks/${endpoint.id}`}
              title={endpoint.url}
              about={`${endpoint.description || text.undescribed} · ${eventsOf(endpoint)}`}
            >
              <EndpointBadge endpoint={endpoint} />
            </ResourceLine>
          ))}
        </ul>
      </Section>
      <Text c="dimmed" fz="sm">
        {text.guide}{' '}
        <Anchor href="/docs/api#receive-webhooks" inherit underline="always">
          {text.verify}
        </Anchor>
        {' · '}
        <Anchor href="/api/docs/#/webhooks" inherit underline="always">
          {text.docs}
        </Anchor>
      </Text>
      <NewEndpoint dialog={adding} />
    </Stack>
  )
}
