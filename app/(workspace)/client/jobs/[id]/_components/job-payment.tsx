'use client'
import { Stack } from '@mantine/core'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { Section } from '../../../../../_components/section.tsx'
import { StateBadge } from '../../../../../_components/state-badge.tsx'
import { jobText } from '../../../../../_text/jobs.ts'
import { TransactionEnd } from '../../../_components/transaction-end.tsx'
import { TransactionEvidence } from '../../../_components/transaction-evidence.tsx'
import { TransactionWait } from '../../../_components/transaction-wait.tsx'

/** Where the person's own cancellation or refund of the job stands. */
export function JobPayment({ payment }: { payment: Transaction }) {
  return (
    <Section title={jobText.payments[payment.purpose] ?? ''} aside={<StateBadge state={payment.state} />}>
      <Stack gap="sm" aria-live="polite">
        <TransactionWait transaction={payment} />
        <TransactionEnd transaction={payment} />
        <TransactionEvidence transaction={payment} />
      </Stack>
    </Section>
  )
}
