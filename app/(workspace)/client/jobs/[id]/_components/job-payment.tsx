'use client'
import { Stack } from '@mantine/core'
import type { Ref } from 'react'
import type { Transaction } from '#lib/client/fund-steps.ts'
import { Section } from '../../../../../_components/section.tsx'
import { StateBadge } from '../../../../../_components/state-badge.tsx'
import { jobText } from '../../../../../_text/jobs.ts'
import { TransactionEnd } from '../../../_components/transaction-end.tsx'
import { TransactionEvidence } from '../../../_components/transaction-evidence.tsx'
import { TransactionWait } from '../../../_components/transaction-wait.tsx'

type JobPaymentProps = { payment: Transaction; place: Ref<HTMLDivElement> }

/** Where the person's own cancellation or refund of the job stands; `place` can take the focus. */
export function JobPayment({ payment, place }: JobPaymentProps) {
  return (
    <Section title={jobText.payments[payment.purpose] ?? ''} aside={<StateBadge state={payment.state} />}>
      <Stack ref={place} tabIndex={-1} gap="sm" aria-live="polite">
        <TransactionWait transaction={payment} />
        <TransactionEnd transaction={payment} />
        <TransactionEvidence transaction={payment} />
      </Stack>
    </Section>
  )
}
