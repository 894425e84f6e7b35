'use client'
import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import { EventList } from '#app/(workspace)/client/_components/event-list.tsx'
import { beginTimeline, timelineQuery } from '#lib/client/timeline-query.ts'
import type { Job } from './job.ts'

/** What happened to the job, the newest hundred events first read and earlier ones on request. */
export function Timeline({ job }: { job: Job }) {
  const client = useQueryClient()
  const pages = useInfiniteQuery(timelineQuery(job))
  const isExpanded = pages.data.pages.length > 1
  const events = isExpanded ? pages.data.pages.flatMap((page) => page.data).toReversed() : job.timeline
  const showEarlier = async () => {
    if (!isExpanded) beginTimeline(client, job)
    const { isError } = await pages.fetchNextPage()
    // What was read with the job is older than this press.
    if (!isExpanded && !isError) await pages.refetch()
  }
  return (
    <>
      {(isExpanded ? pages.hasNextPage : job.timeline_cursor !== null) && (
        <Group p="sm">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={showEarlier}>
            {text.earlier}
          </Button>
        </Group>
      )}
      <ProblemAlert error={pages.error} />
      <EventList events={events} />
    </>
  )
}
