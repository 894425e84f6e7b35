'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import { keepPendingIssue } from '#lib/client/pending-issue.ts'

/** Leads to a new draft of the issue, and remembers it on the way through sign-in and connecting. */
export function FundLink({ reference, label }: { reference: string; label: string }) {
  return (
    <Button
      component={Link}
      prefetch={false}
      href={`/client/fund/${reference}`}
      fullWidth
      onClick={() => keepPendingIssue(reference)}
    >
      {label}
    </Button>
  )
}
