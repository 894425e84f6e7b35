import { Group, Text } from '@mantine/core'
import classes from '#app/_components/lines.module.css'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { WorkerLink } from '#app/_components/worker-link.tsx'
import { executionText as text } from '#app/_text/jobs.ts'
import { withoutMachinePaths } from '#lib/client/machine-paths.ts'
import { visible } from '#lib/client/readable.ts'
import type { Job } from './job.ts'

export type Assignment = Job['execution']['assignments'][number]

/** Who has or had the work, and until when. */
export function AssignmentFacts({ assignment }: { assignment: Assignment }) {
  return (
    <Text component="div" c="dimmed" fz="xs">
      {text.agent} <WorkerLink address={assignment.agent} name={assignment.agent_name} label={text.agent} />{' '}
      <EndText assignment={assignment} />
    </Text>
  )
}

/** An offer that led to no attempt. */
export function OfferLine({ offer }: { offer: Assignment }) {
  return (
    <li className={classes.plainLine}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={600}>{text.offer}</Text>
          <WorkerLink address={offer.agent} name={offer.agent_name} label={text.agent} />
        </Group>
        <Text c="dimmed" fz="xs">
          <EndText assignment={offer} />
        </Text>
      </div>
      <StateBadge state={offer.state} />
    </li>
  )
}

function EndText({ assignment }: { assignment: Assignment }) {
  const { state, work_by: workBy, ended_at: endedAt, end_cause: cause } = assignment
  const isDue = !endedAt && workBy && state !== 'SUBMITTED'
  return (
    <>
      {endedAt && (
        <>
          {text.ended} <TimeText at={endedAt} />
        </>
      )}
      {isDue && (
        <>
          {text.due} <TimeText at={workBy} />
        </>
      )}
      {cause && ` · ${visible(withoutMachinePaths(cause))}`}
    </>
  )
}
