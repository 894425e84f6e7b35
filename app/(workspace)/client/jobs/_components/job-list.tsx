'use client'
import { Badge, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queries } from '#lib/client/queries.ts'
import { ButtonLink } from '../../../../_components/button-link.tsx'
import { EmptyState } from '../../../../_components/empty-state.tsx'
import { MoneyText } from '../../../../_components/money-text.tsx'
import { PageHeader } from '../../../../_components/page-header.tsx'
import { ResourceLine } from '../../../../_components/resource-line.tsx'
import { ResourceList } from '../../../../_components/resource-list.tsx'
import { StateBadge } from '../../../../_components/state-badge.tsx'
import { TimeText } from '../../../../_components/time-text.tsx'
import { jobText, jobsText as text } from '../../../../_text/jobs.ts'

export function JobList() {
  const pages = useInfiniteQuery(queries.jobs())
  const jobs = pages.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} text={text.text} />
      <ResourceList
        pages={pages}
        empty={
          <EmptyState icon="jobs" title={text.emptyTitle} text={text.empty}>
            <ButtonLink href="/client/drafts" variant="default">
              {text.toDrafts}
            </ButtonLink>
          </EmptyState>
        }
      >
        {jobs.map((job) => (
          <ResourceLine
            key={job.onchain_job_id}
            href={`/client/jobs/${job.onchain_job_id}`}
            title={job.title}
            about={
              <>
                {jobText.number} {job.onchain_job_id}
                {job.repository_full_name && ` · ${job.repository_full_name} #${job.issue_number}`} ·{' '}
                <TimeText at={job.created_at} />
              </>
            }
          >
            {!job.recognised && <Badge color="orange">{text.unrecognised}</Badge>}
            <span>
              <MoneyText money={job.held} /> {text.held}
            </span>
            <StateBadge state={job.state} />
          </ResourceLine>
        ))}
      </ResourceList>
    </Stack>
  )
}
