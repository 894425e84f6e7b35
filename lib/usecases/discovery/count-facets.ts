import { countFacet, type Facet, facetNames } from '#lib/data/public-issue-facets.ts'
import type { IssueFilter } from '#lib/domain/discovery.ts'
import type { Context } from '../context.ts'

/** How many public issues fit each value of every facet, one after the other. */
export async function countFacets(ctx: Context, filter: IssueFilter): Promise<Facet[]> {
  const facets: Facet[] = []
  for (const name of facetNames) facets.push(await countFacet(ctx.db, filter, name))
  return facets
}
