import { countPublicFacets, type Facet } from '../../data/public-issue-facets.ts'
import type { IssueFilter } from '../../domain/discovery.ts'
import type { Context } from '../context.ts'

/** How many public issues fit each value of every facet. */
export function countFacets(ctx: Context, filter: IssueFilter): Promise<Facet[]> {
  return countPublicFacets(ctx.reader, filter)
}
