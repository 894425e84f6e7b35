'use client'
import { Accordion, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queries } from '#lib/client/queries.ts'
import { EmptyState } from '../../../../_components/empty-state.tsx'
import { JournalLinks } from '../../../../_components/journal-links.tsx'
import { PageHeader } from '../../../../_components/page-header.tsx'
import { ProblemAlert } from '../../../../_components/problem-alert.tsx'
import { commonText } from '../../../../_text/common.ts'
import { transactionsText as text } from '../../../../_text/workspace.ts'
import { TransactionItem } from './transaction-item.tsx'
import classes from './transaction-list.module.css'

/** `opened` are the ids of those that are shown in full at first. */
export function TransactionList({ opened }: { opened: string[] }) {
  const pages = useInfiniteQuery(queries.transactions())
  const transactions = pages.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        <JournalLinks />
      </PageHeader>
      <ProblemAlert error={pages.error} />
      {pages.isPending && <Skeleton height={180} />}
      {pages.isSuccess && transactions.length === 0 && (
        <div className="card">
          <EmptyState icon="transactions" title={text.emptyTitle} text={text.empty} />
        </div>
      )}
      {transactions.length > 0 && (
        <Accordion multiple defaultValue={opened} className="card" classNames={{ item: classes.item }}>
          {transactions.map((transaction) => (
            <TransactionItem key={transaction.id} transaction={transaction} />
          ))}
        </Accordion>
      )}
      {pages.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {commonText.loadMore}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
