'use client'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemAlert } from '#app/_components/problem-alert.tsx'
import { jobText as text } from '#app/_text/jobs.ts'
import { EventList } from '#app/(workspace)/client/_components/event-list.tsx'
import { call, type ReplyOf } from '#lib/client/api.ts'
import type { Job } from './job.ts'

type Page = ReplyOf<'listJobTimeline'>

/** What happened to the job, the newest hundred events first read and earlier ones on request. */
export function Timeline({ job }: { job: Job }) {
  const [pages, setPages] = useState<Page[]>([])
  const cursor = pages.length === 0 ? job.timeline_cursor : (pages.at(-1)?.next_cursor ?? null)
  const earlier = useMutation({
    mutationFn: (from: string) =>
      call('listJobTimeline', { params: { onchain_job_id: job.onchain_job_id }, query: { cursor: from } }),
    onSuccess: (page) => setPages((before) => [...before, page]),
  })
  const events = [...pages.flatMap((page) => page.data).reverse(), ...job.timeline]
  return (
    <>
      {cursor !== null && (
        <Group p="sm">
          <Button variant="default" loading={earlier.isPending} onClick={() => earlier.mutate(cursor)}>
            {text.earlier}
          </Button>
        </Group>
      )}
      <ProblemAlert error={earlier.error} />
      <EventList events={events} />
    </>
  )
}
