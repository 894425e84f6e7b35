import { Badge, Stack, Text } from '@mantine/core'
import { parseAmount, toMoney } from '#lib/domain/money.ts'
import { MoneyText } from '../../../../../_components/money-text.tsx'
import { Section } from '../../../../../_components/section.tsx'
import { TimeText } from '../../../../../_components/time-text.tsx'
import { executionText, jobText as text } from '../../../../../_text/jobs.ts'
import { awaited } from './awaited.ts'
import classes from './job-page.module.css'
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

/** Where the money is, where the work stands, and what to do about a worker that went silent. */
export function JobSummary({ job }: { job: Job }) {
  const { phase, reason, awaiting } = job.execution
  const now = awaited(job)
  return (
    <Section
      title={text.summary}
      aside={
        <Badge color={colours[phase]} data-phase={phase}>
          {executionText.phases[phase]}
        </Badge>
      }
    >
      <Stack gap="md">
        <dl className={classes.sums}>
          {sums(job).map(({ label, money }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <MoneyText money={money} />
              </dd>
            </div>
          ))}
        </dl>
        {phase !== 'over' && (
          <div aria-live="polite">
            <Text>{now.text}</Text>
            {reason && <Text c="dimmed">{reason}</Text>}
            {now.until && awaiting.length === 0 && (
              <Text c="dimmed" fz="xs" mt={4}>
                {executionText.until} <TimeText at={now.until} />
              </Text>
            )}
          </div>
        )}
        <Retry job={job} />
      </Stack>
    </Section>
  )
}

function sums({ accounts: { held, paid, payments } }: Job) {
  const returned = payments
    .filter(({ kind }) => kind === 'returned')
    .reduce((sum, { amount }) => sum + parseAmount(amount.amount), 0n)
  return [
    { label: text.held, money: held },
    { label: text.paid, money: toMoney(parseAmount(paid.amount) - returned) },
    { label: text.returned, money: toMoney(returned) },
  ]
}
