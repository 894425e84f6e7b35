import { z } from 'zod'
import { listPublicIssues, type PublicIssueRow, rankPattern, rewardPattern } from '../../data/public-issue-list.ts'
import type { IssueFilter, IssueSort } from '../../domain/discovery.ts'
import type { Context } from '../context.ts'
import { filteredList, type Page, refuseCursor, toPage } from '../page.ts'

export type ListInput = {
  filter: IssueFilter
  sort: IssueSort
  limit: number
  after: { position: string; id: number } | null
}

const timePattern = /^(?!0000)(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)([+-](?:0\d|1[0-4]))(:\d\d)?$/
const timestamp = z.iso.datetime({ offset: true })

/** Whether the text is a moment as the database writes it, and one that exists. */
function isTime(text: string): boolean {
  const [, day = '', time = '', hours = '', minutes = ':00'] = timePattern.exec(text) ?? []
  return timestamp.safeParse(`${day}T${time}${hours}${minutes}`).success
}

const positions: Record<IssueSort, (position: string) => boolean> = {
  newest: isTime,
  updated: isTime,
  reward: (position) => rewardPattern.test(position) || isTime(position),
  relevance: (position) => rankPattern.test(position) || isTime(position),
}

/** Relevance is to words; where none are searched for, the newest come first. */
function orderOf({ sort, filter }: Pick<ListInput, 'sort' | 'filter'>): IssueSort {
  return sort === 'relevance' && filter.text === null ? 'newest' : sort
}

/** The list that a search reads, under whose name its cursors stand. */
export function issueList({ sort, filter }: Pick<ListInput, 'sort' | 'filter'>): string {
  const { labelMode, ...parts } = filter
  return filteredList(`issues/${orderOf({ sort, filter })}`, { ...parts, all: labelMode === 'all' || null })
}

/** Public issues that fit, from the index alone. A cursor goes on only in the order, and with the filter, that gave it. */
export async function listIssues(ctx: Context, input: ListInput): Promise<Page<PublicIssueRow>> {
  const sort = orderOf(input)
  if (input.after && !positions[sort](input.after.position)) throw refuseCursor()
  const rows = await listPublicIssues(ctx.reader, { ...input, sort, limit: input.limit + 1 })
  return toPage(issueList(input), rows, input.limit, (row) => `${row.position}|${row.id}`)
}
