import { headers } from 'next/headers'
import { isFailure } from '#lib/domain/failure.ts'
import { inTime } from '#lib/domain/in-time.ts'
import { parseFilter, parsePosition, toFacetsReply, toPublicIssue } from '#lib/http/replies/discovery-reply.ts'
import { toPageReply } from '#lib/http/replies/page-reply.ts'
import { web } from '#lib/http/web.ts'
import type { Context } from '#lib/usecases/context.ts'
import { countFacets } from '#lib/usecases/discovery/count-facets.ts'
import { searchIssues } from '#lib/usecases/discovery/search-issues.ts'
import { pageContext } from '../../_session.ts'
import { explorerText } from '../../_text/explorer.ts'
import type { Counting } from './_components/explorer.tsx'
import type { Facet, Total } from './_facets.ts'
import type { PublicIssue } from './_issue.ts'
import type { Fault, IssueQuery } from './_read-search.ts'

/** How long a page that may be read without scripts waits for its counts; later ones need a script to be put in place. */
const patienceMs = 1_000

type Found = {
  issues: PublicIssue[]
  /** Whether none has the words, and these only look alike. */
  areSimilar: boolean
  next: string | null
  total: Total | null
  counting: Counting
  faults?: never
}

/** One page of the list and the counts beside it, which never hold up the list for long. */
export async function findIssues(search: string, query: IssueQuery): Promise<Found | { faults: Fault[] }> {
  const ctx = await pageContext()
  const counts = count(ctx, query)
  const found = await readList(ctx, query)
  if (!found) return { faults: [{ name: 'cursor', reason: explorerText.bad.reasons.cursor }] }
  const { data, next_cursor: next } = toPageReply(found, toPublicIssue)
  const isWhole = query.cursor === undefined && next === null
  return {
    issues: data,
    areSimilar: found.isSimilar,
    next,
    total: isWhole ? { count: found.isSimilar ? 0 : data.length, exact: true } : null,
    counting: { search, ...(await within(counts, (await hasScripts()) ? 0 : patienceMs)) },
  }
}

/** The page of the list; undefined for a cursor that the list did not give. */
async function readList(ctx: Context, query: IssueQuery) {
  const { sort, limit, cursor } = query
  const filter = parseFilter(query)
  try {
    const after = parsePosition({ sort, filter }, cursor)
    return await web().services.watch.during(() => searchIssues(ctx, { filter, sort, limit, after }))
  } catch (error) {
    if (isFailure(error) && error.code === 'invalid_request') return undefined
    throw error
  }
}

async function count(ctx: Context, query: IssueQuery): Promise<Facet[] | null> {
  try {
    const facets = await web().services.watch.during(() => countFacets(ctx, parseFilter(query)))
    return toFacetsReply(facets).facets
  } catch (error) {
    web().log.error({ err: error, request_id: ctx.requestId }, 'facets could not be counted')
    return null
  }
}

/** A page that asks for another one by script says so; a browser that opens a page asks for a document. */
async function hasScripts(): Promise<boolean> {
  return (await headers()).get('sec-fetch-dest') === 'empty'
}

async function within(counts: Promise<Facet[] | null>, ms: number): Promise<Pick<Counting, 'now' | 'later'>> {
  const now = await inTime(counts, ms)
  return now === undefined ? { now: null, later: counts } : { now, later: null }
}
