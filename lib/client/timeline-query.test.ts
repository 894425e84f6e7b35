import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReplyOf } from './api.ts'
import { beginTimeline, timelineQuery } from './timeline-query.ts'

afterEach(() => vi.unstubAllGlobals())

type Job = ReplyOf<'getJob'>

const event = (at: number) => ({ name: 'job.created', from: null, to: 'OPEN', at: new Date(at).toISOString() })
const job = (events: number[], cursor: string | null, state = 'OPEN') =>
  ({ onchain_job_id: '7', state, timeline: events.map(event), timeline_cursor: cursor }) as unknown as Job

test('the first press reads earlier events of a job that had none when the page was opened', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    asked.push(String(url instanceof Request ? url.url : url))
    return Response.json({ data: [event(1)], next_cursor: null })
  })
  const client = new QueryClient()
  const pages = new InfiniteQueryObserver(client, timelineQuery(job([1, 2], null)))
  const stop = pages.subscribe(() => {})
  const grown = job([2, 3], 'earlier')
  pages.setOptions(timelineQuery(grown))
  beginTimeline(client, grown)
  const { data } = await pages.fetchNextPage()
  stop()
  expect(asked).toEqual([expect.stringContaining('cursor=earlier')])
  expect(data?.pages.flatMap((page) => page.data.map(({ at }) => Date.parse(at)))).toEqual([3, 2, 1])
})

test('a timeline is read again until it shows the last event of a job that has ended', () => {
  const ended = job([1, 2, 3], null, 'CANCELLED')
  const { refetchInterval } = timelineQuery(ended)
  const showing = (events: number[]) => {
    const pages = [{ data: events.toReversed().map(event), next_cursor: null }]
    const query = { state: { data: { pages, pageParams: [''] } } }
    return typeof refetchInterval === 'function' && refetchInterval(query as never)
  }
  expect(showing([1, 2])).toBe(1_000)
  expect(showing([1, 2, 3])).toBe(false)
})
