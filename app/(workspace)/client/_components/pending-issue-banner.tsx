'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { pendingIssueText as text } from '#app/_text/pending-issue.ts'
import { forgetPendingIssue, pendingIssue } from '#lib/client/pending-issue.ts'

/** Reminds a person of the public issue they set out to fund, until they continue or dismiss it. */
export function PendingIssueBanner() {
  const path = usePathname()
  const [issue, setIssue] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have ended it
  useEffect(() => setIssue(pendingIssue()), [path])
  if (!issue || path.startsWith('/client/fund/')) return null
  const [owner, name, number] = issue.split(':')
  return (
    <Alert color="blue" role="status" mb="lg" data-pending-issue={issue}>
      <Group justify="space-between" gap="sm">
        <Text>{text.banner(`${owner}/${name} #${number}`)}</Text>
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              forgetPendingIssue()
              setIssue(null)
            }}
          >
            {text.forget}
          </Button>
          <ButtonLink size="xs" href={`/client/fund/${issue}`}>
            {text.goOn}
          </ButtonLink>
        </Group>
      </Group>
    </Alert>
  )
}
