import { Text } from '@mantine/core'
import lines from '../../../../../_components/lines.module.css'
import { Section } from '../../../../../_components/section.tsx'
import { TimeText } from '../../../../../_components/time-text.tsx'
import { UntilText } from '../../../../../_components/until-text.tsx'
import { awaitingText as text } from '../../../../../_text/jobs.ts'
import classes from './awaiting.module.css'
import type { Job } from './job-page-view.tsx'

type Wait = Job['execution']['awaiting'][number]

/** What is awaited, from whom, until when, and what follows automatically; nothing once the job has ended. */
export function Awaiting({ job }: { job: Job }) {
  const { awaiting } = job.execution
  if (awaiting.length === 0) return null
  return (
    <Section title={text.title} isFlush>
      <ul className={lines.list}>
        {awaiting.map((wait) => (
          <WaitLine key={wait.what} wait={wait} />
        ))}
      </ul>
    </Section>
  )
}

function WaitLine({ wait }: { wait: Wait }) {
  const { what, who, until, afterwards } = wait
  return (
    <li className={`${lines.line} ${classes.wait}`} data-wait={who}>
      <div className={classes.what}>
        <Text fw={600}>{what}</Text>
        <Text c="dimmed">
          {until && `${text.afterwards} `}
          {afterwards}
        </Text>
      </div>
      <div className={classes.until}>
        <Text>{text.from[who]}</Text>
        <Text c="dimmed">{until ? <UntilText at={until} /> : text.noDeadline}</Text>
        {until && (
          <Text c="dimmed" fz="xs">
            <TimeText at={until} />
          </Text>
        )}
      </div>
    </li>
  )
}
