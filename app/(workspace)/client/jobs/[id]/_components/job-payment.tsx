'use client'
import { Stack } from '@mantine/core'
import type { Ref } from 'react'
import { Section } from '#app/_components/section.tsx'
import { StateBadge } from '#app/_components/state-badge.tsx'
import { jobText } from '#app/_text/jobs.ts'
import { TransactionEnd } from '#app/(workspace)/client/_components/transaction-end.tsx'
import { TransactionEvidence } from '#app/(workspace)/client/_components/transaction-evidence.tsx'
import { TransactionWait } from '#app/(workspace)/client/_components/transaction-wait.tsx'
import type { Transaction } from '#lib/client/fund-steps.ts'

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
