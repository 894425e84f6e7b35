import { listAlikeIssues, type PublicIssueRow } from '../../data/public-issue-list.ts'
import type { Context } from '../context.ts'
import type { Page } from '../page.ts'
import { type ListInput, listIssues } from './list-issues.ts'

/** `isSimilar` when no issue has the words, so that these are the ones whose titles look most like them. */
export type FoundIssues = Page<PublicIssueRow> & { isSimilar: boolean }

/** Public issues that fit; where none has the words of a search, one page of those that look alike. */
export async function searchIssues(ctx: Context, input: ListInput): Promise<FoundIssues> {
  const page = await listIssues(ctx, input)
  const { filter, after, limit } = input
  if (page.rows.length > 0 || after !== null || filter.text === null) return { ...page, isSimilar: false }
  const rows = await listAlikeIssues(ctx.reader, filter, { text: filter.text, limit })
  return { rows, nextCursor: null, isSimilar: rows.length > 0 }
}
