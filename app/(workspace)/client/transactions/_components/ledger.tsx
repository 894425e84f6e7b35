'use client'
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import buttons from '#app/_components/button.module.css'
import { JournalLinks } from '#app/_components/journal-links.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { Section } from '#app/_components/section.tsx'
import { commonText } from '#app/_text/common.ts'
import { ledgerText as text } from '#app/_text/ledger.ts'
import { FilterTabs } from '#app/(workspace)/_components/filter-tabs.tsx'
import { queries } from '#lib/client/queries.ts'
import { type LedgerGroup, ledgerGroups } from '#lib/domain/ledger.ts'
import { LedgerEmpty } from './ledger-empty.tsx'
import { LedgerFoot } from './ledger-foot.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { TransactionDetails } from './transaction-details.tsx'

/** `opened` are the ids of those that are shown in full at first. */
export function Ledger({ opened }: { opened: string[] }) {
  const { group, choose } = useLedgerGroup()
  const pages = useInfiniteQuery({ ...queries.ledger(group), placeholderData: keepPreviousData })
  const { data: summary } = useQuery(queries.ledgerSummary())
  const entries = pages.data?.pages.flatMap((page) => page.data) ?? []
  const isWhole = pages.isSuccess && !pages.hasNextPage
  const isKnown = group !== null || !pages.isSuccess
  const unlisted = isKnown ? [] : opened.filter((id) => entries.every((entry) => entry.transaction_id !== id))
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        <Anchor
          href={`/api/v1/client/ledger-exports/csv/${group ? `?group=${group}` : ''}`}
          download
          className={buttons.button}
          data-variant="default"
          data-size="xs"
          underline="never"
        >
          {text.download}
        </Anchor>
      </PageHeader>
      {unlisted.map((id) => (
        <Section key={id} title={text.details}>
          <TransactionDetails id={id} />
        </Section>
      ))}
      <div className="card">
        <FilterTabs
          label={text.groupsLabel}
          tabs={(['all', ...ledgerGroups] as const).map((name) => ({
            name,
            label: text.groups[name],
            count: summary?.counts[name],
          }))}
          value={group ?? 'all'}
          onChange={(name) => choose(name === 'all' ? null : name)}
        />
        <ProblemAlert error={pages.error} />
        {pages.isPending && <Skeleton height={264} radius={0} />}
        {pages.isSuccess && entries.length === 0 && <LedgerEmpty group={group} hasWallet={summary?.wallet !== null} />}
        {entries.length > 0 && (
          <LedgerTable
            entries={entries}
            opened={opened}
            record={isWhole && group === null ? (summary?.record ?? null) : null}
          />
        )}
        {pages.hasNextPage && (
          <Group justify="center" p="sm">
            <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
              {commonText.loadMore}
            </Button>
          </Group>
        )}
        {summary && !pages.isPending && <LedgerFoot summary={summary} />}
      </div>
      {summary && !pages.isPending && (
        <Group justify="space-between" gap="sm" c="dimmed" fz="sm">
          {text.journal}
          <JournalLinks />
        </Group>
      )}
    </Stack>
  )
}

/** The chosen group lives in the address, so that it survives reload and can be shared. */
function useLedgerGroup(): { group: LedgerGroup | null; choose: (group: LedgerGroup | null) => void } {
  const query = useSearchParams()
  const group = ledgerGroups.find((name) => name === query.get('group')) ?? null
  const choose = (name: LedgerGroup | null) =>
    window.history.replaceState(null, '', name ? `?group=${name}` : location.pathname)
  return { group, choose }
}
