import { listPublicIssues, type PublicIssueRow, rankPattern } from '#lib/data/public-issue-list.ts'
import type { IssueFilter, IssueSort } from '#lib/domain/discovery.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { type Page, toPage } from '../page.ts'

export type ListInput = {
  filter: IssueFilter
  sort: IssueSort
  limit: number
  after: { position: string; id: number } | null
}

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/
const positions: Record<IssueSort, RegExp> = {
  newest: time,
  updated: time,
  reward: /^\d{1,40}$/,
  relevance: new RegExp(`${rankPattern.source}|${time.source}`),
}

/** Public issues that fit, from the index alone. A cursor goes on only in the order that gave it. */
export async function listIssues(ctx: Context, input: ListInput): Promise<Page<PublicIssueRow>> {
  const sort = input.sort === 'relevance' && input.filter.text === null ? 'newest' : input.sort
  if (input.after && !positions[sort].test(input.after.position))
    throw new Failure('invalid_request', 'That cursor was not given by this list.', {
      errors: [{ pointer: '/cursor', message: 'unknown cursor' }],
    })
  const rows = await listPublicIssues(ctx.reader, { ...input, sort, limit: input.limit + 1 })
  return toPage(rows, input.limit, (row) => `${row.position}|${row.id}`)
}
