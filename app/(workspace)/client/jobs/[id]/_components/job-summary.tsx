import { Badge, Stack } from '@mantine/core'
import { MoneyText } from '#app/_components/money-text.tsx'
import { Section } from '#app/_components/section.tsx'
import { executionText, jobText as text } from '#app/_text/jobs.ts'
import { parseAmount, toMoney } from '#lib/domain/money.ts'
import type { Job } from './job.ts'
import classes from './job-page.module.css'
import { NextStep } from './next-step.tsx'
import { Retry } from './retry.tsx'

const colours = {
  waiting: 'blue',
  offered: 'blue',
  running: 'blue',
  stalled: 'yellow',
  verifying: 'blue',
} as const

/** Where the work stands, what comes next and where the money is; it stays whichever tab is open. */
export function JobSummary({ job }: { job: Job }) {
  const { phase } = job.execution
  return (
    <Section
      title={text.summary}
      aside={
        phase !== 'over' && (
          <Badge color={colours[phase]} data-phase={phase}>
            {executionText.phases[phase]}
          </Badge>
        )
      }
    >
      <Stack gap="md">
        <NextStep job={job} />
        <Retry job={job} />
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
      </Stack>
    </Section>
  )
}

function sums({ budget, accounts: { held, paid, payments } }: Job) {
  const returned = payments
    .filter(({ kind }) => kind === 'returned')
    .reduce((sum, { amount }) => sum + parseAmount(amount.amount), 0n)
  return [
    { label: text.budget, money: budget },
    { label: text.held, money: held },
    { label: text.paid, money: toMoney(parseAmount(paid.amount) - returned) },
    { label: text.returned, money: toMoney(returned) },
  ]
}
