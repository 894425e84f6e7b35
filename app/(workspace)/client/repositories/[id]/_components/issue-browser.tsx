'use client'
import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { commonText } from '#app/_text/common.ts'
import { issuesText } from '#app/_text/workspace.ts'
import { forgetPendingIssue } from '#lib/client/pending-issue.ts'
import { queries } from '#lib/client/queries.ts'
import { IssueFilterBar } from './issue-filter-bar.tsx'
import { IssueLine } from './issue-line.tsx'
import { IssuePreview } from './issue-preview.tsx'
import classes from './issues.module.css'
import type { Repository } from './repository.ts'
import { useIssueFilter } from './use-issue-filter.ts'

const text = issuesText

export function IssueBrowser({ repository }: { repository: Repository }) {
  const { filter, change } = useIssueFilter()
  const [search] = useDebouncedValue(filter.search, 250)
  const issues = useInfiniteQuery({
    ...queries.issues(repository.id, {
      state: filter.state,
      ...(filter.label && { labels: filter.label }),
      ...(search && { search }),
    }),
    placeholderData: keepPreviousData,
  })
  const asked = Number(useSearchParams().get('issue'))
  const [opened, setOpened] = useState<number | null>(Number.isSafeInteger(asked) && asked > 0 ? asked : null)
  useEffect(() => {
    if (asked) forgetPendingIssue()
  }, [asked])
  const list = issues.data?.pages.flatMap((page) => page.data) ?? []
  const labels = [
    ...new Set([...list.flatMap((issue) => issue.labels), ...(filter.label ? [filter.label] : [])]),
  ].sort()
  return (
    <Stack gap="lg">
      <PageHeader
        title={repository.fullName}
        text={text.text}
        above={
          <Anchor component={Link} href="/client/repositories">
            ← {text.back}
          </Anchor>
        }
      />
      <div className="card">
        <IssueFilterBar filter={filter} labels={labels} onChange={change} />
        <ProblemAlert error={issues.error} />
        {issues.isPending && <Skeleton height={220} radius={0} />}
        {issues.isSuccess && list.length === 0 && <EmptyState icon="search" title={text.empty} text={text.emptyText} />}
        <ul className={classes.list} aria-busy={issues.isFetching}>
          {list.map((issue) => (
            <IssueLine key={issue.number} issue={issue} onOpen={() => setOpened(issue.number)} />
          ))}
        </ul>
        {issues.hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" loading={issues.isFetchingNextPage} onClick={() => issues.fetchNextPage()}>
              {commonText.loadMore}
            </Button>
          </div>
        )}
      </div>
      <IssuePreview repository={repository} number={opened} onClose={() => setOpened(null)} />
    </Stack>
  )
}
