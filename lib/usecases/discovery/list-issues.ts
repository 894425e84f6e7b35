import { listPublicIssues, type PublicIssueRow } from '#lib/data/public-issue-list.ts'
import type { IssueFilter, IssueSort } from '#lib/domain/discovery.ts'
import type { Context } from '../context.ts'
import { type Page, toPage } from '../page.ts'

type Input = { filter: IssueFilter; sort: IssueSort; limit: number; after: { position: string; id: number } | null }

/** Public issues that fit, from the index alone. */
export async function listIssues(ctx: Context, input: Input): Promise<Page<PublicIssueRow>> {
  const rows = await listPublicIssues(ctx.db, { ...input, limit: input.limit + 1 })
  return toPage(rows, input.limit, (row) => `${row.position}|${row.id}`)
}
