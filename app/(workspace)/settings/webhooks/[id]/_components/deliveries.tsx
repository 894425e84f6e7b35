'use client'
import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#app/_components/empty-state.tsx'
import lines from '#app/_components/lines.module.css'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { commonText } from '#app/_text/common.ts'
import { deliveriesText as text } from '#app/_text/webhooks.ts'
import { webhookQueries } from '#lib/client/webhook-queries.ts'
import { type DeliveryState, deliveryStates } from '#lib/domain/webhook-delivery.ts'
import type { WebhookEndpoint } from '../../_components/endpoint-badge.tsx'
import { DeliveryLine } from './delivery-line.tsx'

type Choice = 'all' | DeliveryState

const choices = [
  { value: 'all', label: text.all },
  ...deliveryStates.map((state) => ({ value: state, label: text.states[state] })),
]

/** What was sent to the endpoint, or waits for it, newest first. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [choice, setChoice] = useState<Choice>('all')
  const pages = useInfiniteQuery(webhookQueries.deliveries(endpoint.id, choice === 'all' ? null : choice))
  const deliveries = pages.data?.pages.flatMap((page) => page.data) ?? []
  const filter = (
    <SegmentedControl
      size="xs"
      aria-label={text.filters}
      data={choices}
      value={choice}
      onChange={(value) => setChoice(value as Choice)}
    />
  )
  return (
    <Section title={text.title} text={text.text} aside={filter} isFlush>
      <ProblemAlert error={pages.error} />
      {pages.data && deliveries.length === 0 && (
        <EmptyState
          icon="external"
          title={choice === 'all' ? text.emptyTitle : text.noneTitle}
          text={choice === 'all' ? text.empty : text.none}
        />
      )}
      <ul className={lines.list}>
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} endpoint={endpoint} delivery={delivery} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={lines.more}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {commonText.loadMore}
          </Button>
        </div>
      )}
    </Section>
  )
}
