'use client'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { ReadyFields } from '#app/_components/ready-fields.tsx'
import { commonText } from '#app/_text/common.ts'
import { draftsText as text } from '#app/_text/drafts.ts'
import { FilterTabs } from '#app/(workspace)/_components/filter-tabs.tsx'
import type { RefusedDeletion } from '#lib/client/delete-drafts.ts'
import { queries } from '#lib/client/queries.ts'
import { unfundedDrafts } from '#lib/client/unfunded-drafts.ts'
import classes from '../../_components/list-table.module.css'
import { SearchField } from '../../_components/search-field.tsx'
import { DeletedDrafts } from './deleted-drafts.tsx'
import { DraftSelection } from './draft-selection.tsx'
import { DraftTable } from './draft-table.tsx'
import { RefusedDeletions } from './refused-deletions.tsx'
import { type DraftGroup, draftGroups, useDraftFilter } from './use-draft-filter.ts'
import { useDuplicate } from './use-duplicate.ts'

const filters: Record<DraftGroup, Parameters<typeof queries.drafts>[0]> = {
  unfunded: { ...unfundedDrafts, sort: 'next_step' },
  funded: { state: 'FUNDED' },
}

export function DraftList() {
  const { filter, change } = useDraftFilter()
  const { group } = filter
  const [q] = useDebouncedValue(filter.q, 250)
  const listed = queries.drafts({ ...filters[group], ...(q && { q }) })
  const pages = useInfiniteQuery({ ...listed, placeholderData: keepPreviousData })
  const duplication = useDuplicate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<RefusedDeletion[]>([])
  const drafts = pages.data?.pages.flatMap((page) => page.data) ?? []
  const selected = drafts.filter(({ id }) => chosen.has(id))
  const isSelectable = group === 'unfunded'
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        <ButtonLink href="/client/repositories">{text.toRepositories}</ButtonLink>
      </PageHeader>
      <ProblemAlert error={duplication.error} />
      <RefusedDeletions refused={refused} drafts={drafts} />
      <DeletedDrafts />
      <div className="card">
        <FilterTabs
          label={text.groupsLabel}
          tabs={draftGroups.map((name) => ({ name, label: text.groups[name] }))}
          value={group}
          onChange={(name) => change({ group: name })}
        />
        <search>
          <ReadyFields>
            <div className={classes.filters}>
              <SearchField name="q" label={text.search} value={filter.q} onChange={(words) => change({ q: words })} />
            </div>
          </ReadyFields>
        </search>
        <ProblemAlert error={pages.error} />
        {pages.isPending && <Skeleton height={264} radius={0} />}
        {pages.isSuccess && drafts.length === 0 && (
          <EmptyState {...(q ? { icon: 'search', ...text.noMatch } : { icon: 'drafts', ...text.empty[group] })} />
        )}
        {isSelectable && drafts.length > 0 && (
          <DraftSelection
            selected={selected}
            count={drafts.length}
            onAll={(isOn) => setChosen(new Set(isOn ? drafts.map(({ id }) => id) : []))}
            onDeleted={(refusals) => {
              setRefused(refusals)
              setChosen(new Set())
            }}
          />
        )}
        {drafts.length > 0 && (
          <DraftTable
            drafts={drafts}
            selection={isSelectable ? { chosen, onChange: setChosen } : null}
            duplication={duplication}
          />
        )}
        {pages.hasNextPage && (
          <Group justify="center" p="sm">
            <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
              {commonText.loadMore}
            </Button>
          </Group>
        )}
      </div>
    </Stack>
  )
}
