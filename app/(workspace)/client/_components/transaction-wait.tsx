'use client'
import { Alert, List, ListItem, Stack, Text } from '@mantine/core'
import { CountdownText } from '#app/_components/countdown-text.tsx'
import { SinceText } from '#app/_components/since-text.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { useNow } from '#app/_components/use-now.ts'
import { commonText } from '#app/_text/common.ts'
import { transactionsText as text } from '#app/_text/workspace.ts'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { isLive } from '#lib/domain/transaction.ts'
import { LookAgain } from './look-again.tsx'

/** What a transaction waits for: from whom, until when, what the person can do, and when the service checks again. */
export function TransactionWait({ transaction }: { transaction: Transaction }) {
  const { awaiting, warnings } = transaction
  const trouble = troubleOf(transaction)
  if (!awaiting) return <Notes warnings={warnings} />
  const wait = (
    <Stack gap={6} align="flex-start">
      <Text>{awaiting.text}</Text>
      <Text c="dimmed" fz="xs">
        {text.waitsOn} {commonText.whoWithin[awaiting.who]}
        {awaiting.until && (
          <>
            {' · '}
            {text.until} <TimeText at={awaiting.until} /> <CountdownText at={awaiting.until} />
          </>
        )}
        {' · '}
        {text.lastChange} <SinceText at={transaction.updated_at} />
        {' · '}
        <NextLook at={awaiting.next_look_at} />
      </Text>
      <Notes warnings={warnings} />
      <LookAgain id={transaction.id} />
    </Stack>
  )
  if (!trouble) return wait
  return (
    <Alert color="yellow" title={trouble} role="status">
      {wait}
    </Alert>
  )
}

/** What is out of the ordinary about a live transaction, in a word; undefined while it takes its course. */
function troubleOf({ state, reconciling, correlation }: Transaction): string | undefined {
  if (!isLive(state)) return undefined
  const atProvider = correlation.provider_state ?? ''
  if (atProvider === 'STUCK' && (state === 'SUBMITTED' || state === 'BROADCAST')) return text.trouble.stuck
  if (state === 'BROADCAST' && ['FAILED', 'DENIED', 'CANCELLED'].includes(atProvider)) return text.trouble.givenUp
  return reconciling ? text.trouble.reconciling : undefined
}

function Notes({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <List size="sm" spacing={4}>
      {warnings.map((warning) => (
        <ListItem key={warning}>{warning}</ListItem>
      ))}
    </List>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })

/** A time in the past is never shown as a time to come. */
function NextLook({ at }: { at: string }) {
  const now = useNow()
  if (now !== undefined && now >= Date.parse(at)) return text.nextLookNow
  return (
    <>
      {text.nextLook} <SecondOf at={at} />
    </>
  )
}

function SecondOf({ at }: { at: string }) {
  return (
    <time dateTime={at} className="number">
      {clock.format(new Date(at))} UTC
    </time>
  )
}
