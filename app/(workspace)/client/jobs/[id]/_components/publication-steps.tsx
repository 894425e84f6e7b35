'use client'
import { Loader, Text } from '@mantine/core'
import { Icon } from '#app/_components/icon.tsx'
import { OutsideLink } from '#app/_components/outside-link.tsx'
import classes from '#app/_components/steps.module.css'
import { TimeText } from '#app/_components/time-text.tsx'
import { publishText as text } from '#app/_text/publishing.ts'
import type { Publication } from './job.ts'

type Status = keyof typeof text.states
type Step = { name: keyof typeof text.steps; isDone: boolean }

/** How far the publication is, and what the last try said. */
export function PublicationSteps({ publication }: { publication: Publication }) {
  const { state, detail, attempts, pull_request_url: pull } = publication
  const steps: Step[] = [
    { name: 'requested', isDone: true },
    { name: 'pushed', isDone: publication.head_commit !== null },
    { name: 'pull', isDone: pull !== null },
    { name: 'check', isDone: publication.check_run_url !== null },
  ]
  const current = steps.find(({ isDone }) => !isDone)?.name
  const statusOf = ({ name, isDone }: Step): Status => {
    if (isDone) return 'done'
    if (name !== current) return 'blocked'
    return state === 'FAILED' ? 'failed' : 'waiting'
  }
  return (
    <>
      {publication.requested_by === 'policy' && <Text c="dimmed">{text.byPolicy}</Text>}
      <ol className={classes.steps} aria-live="polite">
        {steps.map((step, index) => (
          <StepLine key={step.name} name={step.name} number={index + 1} status={statusOf(step)}>
            {step.name === 'requested' && (
              <Text c="dimmed" fz="xs">
                <TimeText at={publication.requested_at} />
              </Text>
            )}
            {step.name === 'pull' && pull && <OutsideLink href={pull}>{text.openPull}</OutsideLink>}
          </StepLine>
        ))}
      </ol>
      {state === 'REQUESTED' && detail && (
        <Text c="dimmed">
          {text.lastTry(attempts)} {detail}
        </Text>
      )}
    </>
  )
}

type StepLineProps = { name: Step['name']; number: number; status: Status; children: React.ReactNode }

function StepLine({ name, number, status, children }: StepLineProps) {
  return (
    <li className={classes.step} data-step={name} data-status={status}>
      <span className={classes.mark} aria-hidden="true">
        <Mark status={status} number={number} />
      </span>
      <div className={classes.words}>
        <Text fw={600}>
          {text.steps[name]} <span className={classes.status}>{text.states[status]}</span>
        </Text>
        {children}
      </div>
    </li>
  )
}

function Mark({ status, number }: { status: Status; number: number }) {
  if (status === 'done') return <Icon name="check" size={14} />
  if (status === 'failed') return <Icon name="cross" size={14} />
  return status === 'waiting' ? <Loader size={14} color="currentColor" /> : number
}
