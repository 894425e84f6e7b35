'use client'
import { Button, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { commonText } from '../_text/common.ts'
import { ProblemAlert } from './problem-alert.tsx'
import classes from './resource-list.module.css'

type Pages = {
  data: unknown
  isPending: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type ResourceListProps = { pages: Pages; empty: ReactNode; children: ReactNode[]; head?: ReactNode }

/** A card of lines that loads page after page; `head` is what chooses among them. */
export function ResourceList({ pages, empty, children, head }: ResourceListProps) {
  if (pages.error && pages.data === undefined && !head) return <ProblemAlert error={pages.error} />
  return (
    <div className="card">
      {head}
      <ProblemAlert error={pages.error} />
      {pages.isPending && (
        <Stack p="md" role="status" aria-busy="true" aria-label={commonText.loading}>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Stack>
      )}
      {pages.data !== undefined && children.length === 0 && empty}
      {children.length > 0 && <ul className={classes.list}>{children}</ul>}
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {commonText.loadMore}
          </Button>
        </div>
      )}
    </div>
  )
}
