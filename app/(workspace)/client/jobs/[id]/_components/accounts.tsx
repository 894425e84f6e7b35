import { Alert, Stack, Text } from '@mantine/core'
import { Section } from '#app/_components/section.tsx'
import { accountsText as text } from '#app/_text/accounts.ts'
import { timeSpan } from '#app/_time-span.ts'
import { parseAmount } from '#lib/domain/money.ts'
import { AccountsTable } from './accounts-table.tsx'
import type { Job, JobAccounts } from './job.ts'
import { JobOutcomes } from './job-outcomes.tsx'

/** Where the money of the job is, payment by payment, added up again on this page. */
export function Accounts({ job }: { job: Job }) {
  const { accounts, execution } = job
  const { verdict_to_payment_seconds: seconds } = execution
  return (
    <Section title={text.title} text={text.text}>
      <Stack gap="sm" data-adds-up={addsUp(accounts)}>
        <AccountsTable accounts={accounts} />
        {seconds !== null && <Text>{text.paymentTime(secondsText(seconds))}</Text>}
        {accounts.payments.some(({ deferred }) => deferred) && <Text>{text.deferredNote}</Text>}
        {addsUp(accounts) ? (
          <Text c="dimmed" fz="xs">
            {text.addsUp}
          </Text>
        ) : (
          <Alert color="red" role="alert">
            {text.doesNotAddUp}
          </Alert>
        )}
        <JobOutcomes job={job} />
      </Stack>
    </Section>
  )
}

function addsUp({ funded, paid, held, payments }: JobAccounts): boolean {
  const sum = payments.reduce((total, { amount }) => total + parseAmount(amount.amount), 0n)
  return sum === parseAmount(paid.amount) && sum + parseAmount(held.amount) === parseAmount(funded.amount)
}

function secondsText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : timeSpan(seconds)
}
