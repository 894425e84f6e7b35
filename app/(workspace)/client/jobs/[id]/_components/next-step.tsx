import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { CountdownText } from '#app/_components/countdown-text.tsx'
import { TimeText } from '#app/_components/time-text.tsx'
import { nextStepText as text } from '#app/_text/jobs.ts'
import { awaited } from './awaited.ts'
import type { Job } from './job.ts'
import classes from './next-step.module.css'

type Wait = Job['execution']['awaiting'][number]

/** What comes next, from whom, until when, and what follows automatically; nothing once the job has ended. */
export function NextStep({ job }: { job: Job }) {
  const id = useId()
  const { awaiting, phase, reason } = job.execution
  if (phase === 'over' && awaiting.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id}>
        {text.title}
      </Title>
      {reason && <Text mt={6}>{reason}</Text>}
      {awaiting.length === 0 && <PhaseLine job={job} />}
      {awaiting.map((wait) => (
        <WaitLine key={wait.what} wait={wait} />
      ))}
    </section>
  )
}

/** What our own records say while the chain cannot be read. */
function PhaseLine({ job }: { job: Job }) {
  const { text: sentence, until } = awaited(job)
  return (
    <div className={classes.wait}>
      <Text fw={600} aria-live="polite">
        {sentence}
      </Text>
      {until && <Deadline at={until} />}
    </div>
  )
}

function WaitLine({ wait: { what, who, until, afterwards } }: { wait: Wait }) {
  return (
    <div className={classes.wait} data-wait={who}>
      <Text fw={600} aria-live="polite">
        {what}
      </Text>
      <Text>{text.from[who]}</Text>
      {until ? <Deadline at={until} /> : <Text c="dimmed">{text.noDeadline}</Text>}
      <Text c="dimmed" fz="xs" mt={4}>
        {until && `${text.afterwards} `}
        {afterwards}
      </Text>
    </div>
  )
}

function Deadline({ at }: { at: string }) {
  return (
    <Text c="dimmed">
      {text.until} <TimeText at={at} /> <CountdownText at={at} />
    </Text>
  )
}
