import { Loader, Text } from '@mantine/core'
import { Icon } from '#app/_components/icon.tsx'
import classes from '#app/_components/steps.module.css'
import { TimeText } from '#app/_components/time-text.tsx'
import { provisioningText as text } from '#app/_text/agents.ts'
import type { Agent } from '../../_components/agent-line.tsx'

type Step = Agent['provisioning'][number]

const looks = { PENDING: 'blocked', RUNNING: 'waiting', WAITING: 'waiting', DONE: 'done', FAILED: 'failed' } as const

type ProvisioningLineProps = { step: Step; number: number; isYours: boolean }

/** One step; `isYours` when nothing moves before the owner does. */
export function ProvisioningLine({ step, number, isYours }: ProvisioningLineProps) {
  const words = text.steps[step.step]
  return (
    <li
      className={classes.step}
      data-status={isYours ? 'ready' : looks[step.state]}
      data-step={step.step}
      data-state={step.state}
    >
      <span className={classes.mark} aria-hidden="true">
        {isYours ? number : <Mark state={step.state} number={number} />}
      </span>
      <div className={classes.words}>
        <Text fw={600}>
          {words.title} <span className={classes.status}>{isYours ? text.yours : text.states[step.state]}</span>
        </Text>
        {step.state !== 'DONE' && <Text c="dimmed">{words.text}</Text>}
        {step.detail && step.state !== 'DONE' && (
          <Text {...(step.state === 'FAILED' && { c: 'var(--mantine-color-error)' })}>{step.detail}</Text>
        )}
        <Text c="dimmed" fz="xs">
          {step.done_at && <TimeText at={step.done_at} />}
          {step.attempts > 1 &&
            step.state !== 'DONE' &&
            !isYours &&
            (step.state === 'FAILED' ? text.tries : text.looks)(step.attempts)}
        </Text>
      </div>
    </li>
  )
}

function Mark({ state, number }: { state: Step['state']; number: number }) {
  if (state === 'DONE') return <Icon name="check" size={14} />
  if (state === 'FAILED') return <Icon name="cross" size={14} />
  if (state === 'RUNNING' || state === 'WAITING') return <Loader size={14} color="currentColor" />
  return number
}
