'use client'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CommandBlock } from '#app/_components/command-block.tsx'
import { Copyable } from '#app/_components/copyable.tsx'
import { type Fact, Facts } from '#app/_components/facts.tsx'
import lines from '#app/_components/lines.module.css'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { SinceText } from '#app/_components/since-text.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { deliveriesText as text } from '#app/_text/webhooks.ts'
import { call, type ReplyOf } from '#lib/client/api.ts'
import { visible } from '#lib/client/readable.ts'
import { retrying } from '#lib/client/retrying.ts'
import type { WebhookEndpoint } from '../../_components/endpoint-badge.tsx'
import classes from './delivery-line.module.css'

type Delivery = ReplyOf<'listWebhookDeliveries'>['data'][number]
type DeliveryLineProps = { endpoint: WebhookEndpoint; delivery: Delivery }

/** One delivery; it opens to what was sent and what came back. */
export function DeliveryLine({ endpoint, delivery }: DeliveryLineProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { change, attempts, state, next_attempt_at: next } = delivery
  return (
    <li data-state={state}>
      <div className={lines.line}>
        <div className={lines.about}>
          <Group gap="xs">
            <Text fw={600} className="mono" fz="sm">
              {change.name}
            </Text>
            <StateOf delivery={delivery} />
          </Group>
          <Text c="dimmed" fz="xs" mt={2}>
            <SinceText at={change.at} /> · {text.attempts(attempts)}
            {endpoint.enabled && next && attempts > 0 && (
              <>
                {' '}
                · {text.next} <TimeText at={next} />
              </>
            )}
          </Text>
        </div>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          aria-label={text.detailsOf(change.name)}
          onClick={() => setOpen(!isOpen)}
        >
          {text.details}
        </Button>
      </div>
      {isOpen && (
        <div id={details} className={classes.details}>
          <Details endpoint={endpoint} delivery={delivery} />
        </div>
      )}
    </li>
  )
}

const colours = { PENDING: 'blue', DELIVERED: 'teal', FAILED: 'red' } as const

function StateOf({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const isRetrying = state === 'PENDING' && attempts > 0
  return <Badge color={isRetrying ? 'yellow' : colours[state]}>{isRetrying ? text.retrying : text.states[state]}</Badge>
}

function Details({ endpoint, delivery }: DeliveryLineProps) {
  const { answer, change } = delivery
  return (
    <Stack gap="sm">
      <Facts facts={factsOf(delivery)} />
      <div>
        <Text fw={600} fz="sm">
          {text.request}
        </Text>
        <CommandBlock command={JSON.stringify(change)} label={text.request} />
      </div>
      {answer !== null && (
        <div>
          <Text fw={600} fz="sm">
            {text.answer}
          </Text>
          {answer === '' ? (
            <Text c="dimmed">{text.noAnswer}</Text>
          ) : (
            <CommandBlock command={visible(answer)} label={text.answer} />
          )}
        </div>
      )}
      {endpoint.enabled && <SendAgain delivery={delivery} endpointId={endpoint.id} />}
    </Stack>
  )
}

function SendAgain({ delivery, endpointId }: { delivery: Delivery; endpointId: string }) {
  const client = useQueryClient()
  const params = { endpoint_id: endpointId, delivery_id: delivery.id }
  const retry = useMutation({
    mutationFn: (idempotencyKey: string) => retrying(() => call('retryWebhookDelivery', { params, idempotencyKey })),
    onSuccess: async () => {
      notifications.show({ color: 'teal', message: text.again.done })
      await client.invalidateQueries({ queryKey: ['webhooks', endpointId] })
    },
  })
  return (
    <>
      <ProblemAlert error={retry.error} />
      <div>
        <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate(crypto.randomUUID())}>
          {text.again.button}
        </Button>
      </div>
    </>
  )
}

function factsOf({ change, fault, status_code: status, duration_ms: ms, last_attempt_at: at }: Delivery): Fact[] {
  const outcome = [status === null ? undefined : text.status(status), fault ? text.faults[fault] : undefined]
  const result = outcome.filter(Boolean).join(' · ')
  return [
    { label: text.id, value: <Copyable value={change.id} label={text.id} short /> },
    { label: text.result, value: result || text.notTried },
    ...(at ? [{ label: text.last, value: <TimeText at={at} /> }] : []),
    ...(ms === null ? [] : [{ label: text.duration, value: `${ms} ms` }]),
  ]
}
