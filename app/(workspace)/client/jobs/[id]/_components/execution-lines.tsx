import { Group, Text } from '@mantine/core'
import { Copyable } from '../../../../../_components/copyable.tsx'
import classes from '../../../../../_components/lines.module.css'
import { StateBadge } from '../../../../../_components/state-badge.tsx'
import { TimeText } from '../../../../../_components/time-text.tsx'
import { executionText as text } from '../../../../../_text/jobs.ts'
import type { Job } from './job-page-view.tsx'

export function AttemptLine({ assignment }: { assignment: Job['execution']['assignments'][number] }) {
  const { attempt, agent, state, work_by: workBy, ended_at: endedAt, end_cause: cause } = assignment
  return (
    <li className={classes.plainLine}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={600}>{attempt === null ? text.offer : text.attempt(attempt)}</Text>
          <Copyable value={agent} label={text.agent} short />
        </Group>
        <Text c="dimmed" fz="xs">
          {endedAt ? (
            <>
              {text.ended} <TimeText at={endedAt} />
            </>
          ) : (
            workBy &&
            state !== 'SUBMITTED' && (
              <>
                {text.due} <TimeText at={workBy} />
              </>
            )
          )}
          {cause && ` · ${cause}`}
        </Text>
      </div>
      <StateBadge state={state} />
    </li>
  )
}

export function SeatLine({ seat }: { seat: Job['execution']['panel'][number] }) {
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
