import { Anchor, Stack, Text, Title } from '@mantine/core'
import Link from 'next/link'
import classes from '../../../../../_components/lines.module.css'
import { Section } from '../../../../../_components/section.tsx'
import { executionText as text } from '../../../../../_text/jobs.ts'
import { AttemptLine, SeatLine } from './execution-lines.tsx'
import type { Job } from './job-page-view.tsx'

/** Who had the work, and who checks it. */
export function Execution({ job }: { job: Job }) {
  const { assignments, panel } = job.execution
  return (
    <Section title={text.title}>
      <Stack gap="lg">
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
