'use client'
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import buttons from '#app/_components/button.module.css'
import { ButtonLink } from '#app/_components/button-link.tsx'
import { EmptyState } from '#app/_components/empty-state.tsx'
import { PageHeader } from '#app/_components/page-header.tsx'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { commonText } from '#app/_text/common.ts'
import { jobsText as text } from '#app/_text/job-list.ts'
import type { ReplyOf } from '#lib/client/api.ts'
import { queries } from '#lib/client/queries.ts'
import { moneyText } from '#lib/domain/money.ts'
import classes from '../../_components/list-table.module.css'
import { JobFilterBar } from './job-filter-bar.tsx'
import { JobLine } from './job-line.tsx'
import { searchOf, useJobFilter } from './use-job-filter.ts'

export function JobList() {
  const { filter, change } = useJobFilter()
  const [q] = useDebouncedValue(filter.q, 250)
  const settled = { ...filter, q }
  const pages = useInfiniteQuery({ ...queries.jobs(settled), placeholderData: keepPreviousData })
  const { data: summary } = useQuery({ ...queries.jobSummary(settled), placeholderData: keepPreviousData })
  const jobs = pages.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text}>
        <Anchor
          href={`/api/v1/client/job-exports/csv/?${searchOf(settled)}`}
          download
          className={buttons.button}
          data-variant="default"
          data-size="xs"
          underline="never"
        >
          {text.download}
        </Anchor>
      </PageHeader>
      <div className="card">
        <JobFilterBar filter={filter} counts={summary?.counts} onChange={change} />
        <ProblemAlert error={pages.error} />
        {pages.isPending && <Skeleton height={264} radius={0} />}
        {pages.isSuccess && jobs.length === 0 && <NoJobs isFiltered={searchOf(settled) !== ''} />}
        {jobs.length > 0 && <JobTable jobs={jobs} />}
        {pages.hasNextPage && (
          <Group justify="center" p="sm">
            <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
              {commonText.loadMore}
            </Button>
          </Group>
        )}
        {summary && summary.totals.jobs > 0 && <Totals totals={summary.totals} />}
      </div>
    </Stack>
  )
}

function JobTable({ jobs }: { jobs: ReplyOf<'listJobs'>['data'] }) {
  const { columns } = text
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{columns.job}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col" className={classes.amount}>
            {columns.cost}
          </th>
          <th scope="col">{columns.duration}</th>
          <th scope="col">{columns.worker}</th>
          <th scope="col">{columns.pull}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <JobLine key={job.onchain_job_id} job={job} />
        ))}
      </tbody>
    </table>
  )
}

function Totals({ totals }: Pick<ReplyOf<'summarizeJobs'>, 'totals'>) {
  const { jobs, funded, held, cost, returned } = totals
  return (
    <Text className={classes.totals} fz="sm" role="status" data-totals={jobs}>
      {text.totals(jobs, moneyText(funded), moneyText(cost), moneyText(held), moneyText(returned))}
    </Text>
  )
}

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState icon="search" title={text.noMatchTitle} text={text.noMatch} />
  return (
    <EmptyState icon="jobs" title={text.emptyTitle} text={text.empty}>
      <ButtonLink href="/client/drafts" variant="default">
        {text.toDrafts}
      </ButtonLink>
    </EmptyState>
  )
}
