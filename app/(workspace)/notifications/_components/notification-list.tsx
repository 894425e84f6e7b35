'use client'
import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ReadyButton } from '#app/_components/ready-button.tsx'
import { ResourceList } from '#app/_components/resource-list.tsx'
import { notificationsText as text } from '#app/_text/notifications.ts'
import { queries } from '#lib/client/queries.ts'
import { type NotificationKind, notificationKinds } from '#lib/domain/notification.ts'
import { FilterTabs } from '../../_components/filter-tabs.tsx'
import { useMarkRead } from '../../_components/use-mark-read.ts'
import { NotificationLine } from './notification-line.tsx'
import classes from './notifications.module.css'

type Choice = 'all' | 'unread' | NotificationKind

const choices: { name: Choice; label: string }[] = [
  { name: 'all', label: text.all },
  { name: 'unread', label: text.unread },
  ...notificationKinds.map((kind) => ({ name: kind, label: text.kinds[kind] })),
]

/** What happened that the person should know of; a line leads to what it is about, and is read then. */
export function NotificationList() {
  const [choice, setChoice] = useState<Choice>('all')
  const pages = useInfiniteQuery(queries.notifications(filterOf(choice)))
  const { data: summary } = useQuery(queries.unreadNotifications())
  const markRead = useMarkRead()
  const lines = pages.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        <ButtonLink variant="default" href="/saved-searches">
          {text.searches}
        </ButtonLink>
        <ButtonLink variant="default" href="/settings/notifications">
          {text.settings}
        </ButtonLink>
        <ReadyButton
          variant="default"
          disabled={!summary?.unread}
          loading={markRead.isPending}
          onClick={() => markRead.mutate({ all: true })}
        >
          {text.readAll}
        </ReadyButton>
      </PageHeader>
      <ResourceList
        pages={pages}
        empty={<Nothing isFiltered={choice !== 'all'} />}
        head={
          <>
            <FilterTabs label={text.filters} tabs={choices} value={choice} onChange={setChoice} />
            {isKind(choice) && (
              <Text c="dimmed" fz="sm" role="status" className={classes.rule}>
                {text.rules[choice]}
              </Text>
            )}
          </>
        }
      >
        {lines.map((notification) => (
          <NotificationLine
            key={notification.id}
            notification={notification}
            onOpen={() => notification.read_at === null && markRead.mutate({ ids: [notification.id] })}
          />
        ))}
      </ResourceList>
    </Stack>
  )
}

function filterOf(choice: Choice): { unread?: 'true'; kind?: NotificationKind } {
  if (isKind(choice)) return { kind: choice }
  return choice === 'unread' ? { unread: 'true' } : {}
}

function isKind(choice: Choice): choice is NotificationKind {
  return choice !== 'all' && choice !== 'unread'
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="bell" title={text.noneTitle} text={text.none} />
  ) : (
    <EmptyState icon="bell" title={text.emptyTitle} text={text.empty} />
  )
}
