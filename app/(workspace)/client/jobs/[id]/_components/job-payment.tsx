'use client'
import { Stack, Text } from '@mantine/core'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { Copyable } from '../../../../../_components/copyable.tsx'
import { Section } from '../../../../../_components/section.tsx'
import { StateBadge } from '../../../../../_components/state-badge.tsx'
import { jobText } from '../../../../../_text/jobs.ts'
import { transactionsText } from '../../../../../_text/workspace.ts'
import { TransactionEnd } from '../../../_components/transaction-end.tsx'
import { TransactionWait } from '../../../_components/transaction-wait.tsx'

/** Where the person's own cancellation or refund of the job stands. */
export function JobPayment({ payment }: { payment: Transaction }) {
  const hash = payment.correlation.transaction_hash
  return (
    <Section title={jobText.payments[payment.purpose] ?? ''} aside={<StateBadge state={payment.state} />}>
      <Stack gap="sm" aria-live="polite">
        <TransactionWait transaction={payment} />
        <TransactionEnd transaction={payment} />
        {hash && (
          <Text component="div" c="dimmed" fz="xs">
            {transactionsText.hash} <Copyable value={hash} label={transactionsText.hash} short />
          </Text>
        )}
      </Stack>
    </Section>
  )
}
