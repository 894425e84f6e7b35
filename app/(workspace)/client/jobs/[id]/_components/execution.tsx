import { Anchor, Badge, Stack, Text, Title } from '@mantine/core'
import Link from 'next/link'
import classes from '../../../../../_components/lines.module.css'
import { Section } from '../../../../../_components/section.tsx'
import { TimeText } from '../../../../../_components/time-text.tsx'
import { executionText as text } from '../../../../../_text/jobs.ts'
import { awaited } from './awaited.ts'
import { AttemptLine, SeatLine } from './execution-lines.tsx'
import type { Job } from './job-page-view.tsx'
import { Retry } from './retry.tsx'

const colours = {
  waiting: 'blue',
  offered: 'blue',
  running: 'blue',
  stalled: 'yellow',
  verifying: 'blue',
  over: 'gray',
} as const

/** Where the work stands: who has it, who checks it, and what is awaited until when. */
export function Execution({ job }: { job: Job }) {
  const { phase, reason, awaiting, assignments, panel } = job.execution
  const now = awaited(job)
  return (
    <Section
      title={text.title}
      aside={
        <Badge color={colours[phase]} data-phase={phase}>
          {text.phases[phase]}
        </Badge>
      }
    >
      <Stack gap="lg">
        <div aria-live="polite">
          <Text>{now.text}</Text>
          {reason && <Text c="dimmed">{reason}</Text>}
          {now.until && awaiting.length === 0 && (
            <Text c="dimmed" fz="xs" mt={4}>
              {text.until} <TimeText at={now.until} />
            </Text>
          )}
        </div>
        <Retry job={job} />
        <div>
          <Title order={3}>{text.attempts}</Title>
          {assignments.length === 0 && <Text c="dimmed">{text.noAttempts}</Text>}
          {assignments.some(({ state }) => state === 'RELEASED') && <Text c="dimmed">{text.givenBack}</Text>}
          <ul className={classes.plain}>
            {assignments.map((assignment) => (
              <AttemptLine key={assignment.offered_at + assignment.agent} assignment={assignment} />
            ))}
          </ul>
        </div>
        {panel.length > 0 && (
          <div>
            <Title order={3}>{text.panel}</Title>
            <ul className={classes.plain}>
              {panel.map((seat) => (
                <SeatLine key={`${seat.seat}${seat.agent}`} seat={seat} />
              ))}
            </ul>
            <Anchor component={Link} href="/verifiers" fz="xs" underline="always">
              {text.aboutPanel}
            </Anchor>
          </div>
        )}
      </Stack>
    </Section>
  )
}
