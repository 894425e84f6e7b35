'use client'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { TimeText } from '#app/_components/time-text.tsx'
import { commonText } from '#app/_text/common.ts'
import { dashboardText } from '#app/_text/workspace.ts'
import { pageOf } from '#lib/domain/page-of.ts'
import type { Step } from '#lib/domain/step.ts'

/** What is waited for, from whom and until when. */
export function PendingActions({ actions, empty }: { actions: readonly Step[]; empty: string }) {
  if (actions.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {actions.map((action) => (
        <PendingAction key={action.code + action.who + action.href} action={action} />
      ))}
    </Stack>
  )
}

function PendingAction({ action }: { action: Step }) {
  const here = usePathname()
  const page = pageOf(action)
  return (
    <Group component="li" justify="space-between" align="baseline" gap="4px 16px">
      {page && page !== here ? (
        <Anchor component={Link} href={page}>
          {action.text}
        </Anchor>
      ) : (
        <Text>{action.text}</Text>
      )}
      <Text c="dimmed" fz="xs">
        {commonText.who[action.who]}
        {action.until && (
          <>
            {' '}
            {dashboardText.until} <TimeText at={action.until} />
          </>
        )}
      </Text>
    </Group>
  )
}
