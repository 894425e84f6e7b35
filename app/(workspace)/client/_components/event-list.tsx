import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import classes from '#app/_components/lines.module.css'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { eventText } from '#app/_text/records.ts'
import type { PersonalEvent } from '#lib/domain/event-name.ts'

type Event = {
  name: string
  from: string | null
  to: string | null
  at: string
  evidence?: Record<string, unknown> | undefined
  /** What it happened to, where the list is of more than one thing. */
  about?: { title: string; href: string } | undefined
}

/** Events that say nothing to a client without their reason. */
const explained = ['job.cancel_failed', 'job.refund_failed']

/** What happened, one line each. */
export function EventList({ events }: { events: readonly Event[] }) {
  return (
    <ol className={classes.list}>
      {events.map((event) => (
        <li key={event.name + event.at + event.to + event.about?.href} className={classes.line}>
          <Text component="span" className={classes.about}>
            {eventText[event.name as PersonalEvent] ?? event.name}
            {explained.includes(event.name) && event.evidence?.reason ? `: ${event.evidence.reason}` : null}
            {event.about && (
              <Anchor component={Link} href={event.about.href} display="block" fz="sm">
                {event.about.title}
              </Anchor>
            )}
          </Text>
          {event.to && event.to !== event.from && event.name.startsWith('draft.') && <StateBadge state={event.to} />}
          <Text component="span" c="dimmed" fz="xs">
            <TimeText at={event.at} />
          </Text>
        </li>
      ))}
    </ol>
  )
}
