import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call, type ReplyOf } from './api.ts'
import { isMoving } from './is-moving.ts'
import { pollWhile } from './polling.ts'

type Job = ReplyOf<'getJob'>
type Page = ReplyOf<'listJobTimeline'>
type Pages = { pages: Page[]; pageParams: string[] }

/**
 * The whole timeline of a job, newest first. It begins with what the job shows. Once earlier events are asked for, all pages
 * are read again together, so that no event falls between two of them when new ones come.
 */
export function timelineQuery(job: Job) {
  const params = { onchain_job_id: job.onchain_job_id }
  const newest = signOf(job.timeline.at(-1))
  const shows = ({ pages }: Pages) => pages.some(({ data }) => data.some((event) => signOf(event) === newest))
  return infiniteQueryOptions({
    queryKey: keyOf(job),
    queryFn: ({ pageParam, signal }) =>
      call('listJobTimeline', { params, query: { limit: '100', ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    initialData: shownBy(job),
    getNextPageParam: (page) => page.next_cursor,
    enabled: ({ state }) => (state.data?.pages.length ?? 0) > 1,
    // The last event comes to a job that moves no more.
    refetchInterval: pollWhile<Pages>(
      (pages) => isMoving(job) || !shows(pages),
      () => newest,
    ),
  })
}

/** Begins with what the job shows by now, which may have earlier events since the page was opened. */
export function beginTimeline(client: QueryClient, job: Job): void {
  client.setQueryData(keyOf(job), shownBy(job))
}

const keyOf = (job: Job) => ['job', job.onchain_job_id, 'timeline']

function shownBy(job: Job): Pages {
  return { pages: [{ data: job.timeline.toReversed(), next_cursor: job.timeline_cursor }], pageParams: [''] }
}

function signOf(event: Page['data'][number] | undefined): string {
  return event ? `${event.name} ${event.at} ${event.to}` : ''
}
