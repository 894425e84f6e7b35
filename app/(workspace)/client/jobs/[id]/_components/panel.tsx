import { Anchor, Group, Text } from '@mantine/core'
import Link from 'next/link'
import { Copyable } from '#app/_components/copyable.tsx'
import classes from '#app/_components/lines.module.css'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { executionText as text } from '#app/_text/jobs.ts'
import type { Job } from './job.ts'

type Seat = Job['execution']['panel'][number]

/** Who checks the newest attempt; nothing before verifiers are drawn. */
export function Panel({ job: { execution } }: { job: Job }) {
  if (execution.panel.length === 0) return null
  return (
    <Section title={text.panel}>
      <ul className={classes.plain}>
        {execution.panel.map((seat) => (
          <SeatLine key={`${seat.seat}${seat.agent}`} seat={seat} />
        ))}
      </ul>
      <Anchor component={Link} href="/verifiers" fz="xs" underline="always">
        {text.aboutPanel}
      </Anchor>
    </Section>
  )
}

function SeatLine({ seat }: { seat: Seat }) {
  return (
    <li className={classes.plainLine}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={600}>
            {text.seat(seat.seat)}
            {seat.is_alternate && `, ${text.alternate}`}
          </Text>
          <Copyable value={seat.agent} label={text.agent} short />
        </Group>
        <Text c="dimmed" fz="xs">
          {seat.has_answered ? text.answered : text.notAnswered}
        </Text>
      </div>
      <StateBadge state={seat.state} />
    </li>
  )
}
