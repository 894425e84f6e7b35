import type { Provider } from '../provider.ts'
import { type Condition, createdBetween, findPage, type Page, type PageRequest } from '../store/pages.ts'
import type { WireContext } from './authentication.ts'
import { invalidParameter, WireError } from './errors.ts'
import { isUuid } from './request.ts'

type Table = Parameters<typeof findPage>[1]

/** The rows that the query's page parameters ask for, with the Link header set. The first condition is whose rows they are. */
export function readPage<Row extends { id: string }>(
  c: WireContext,
  provider: Provider,
  table: Table,
  conditions: Condition[],
): Row[] {
  const request = readRequest(c)
  const dates = createdBetween(readDate(c, 'from'), readDate(c, 'to'))
  const page = findPage<Row>(provider.db, table, [...conditions, ...dates], request)
  if (!page) throw new WireError(156012)
  c.header('link', links(c, page))
  return page.rows
}

/** A condition for a query parameter; none when the request does not have it. */
export function filter(c: WireContext, parameter: string, sql: string): Condition[] {
  const value = c.req.query(parameter)
  return value === undefined || value === '' ? [] : [{ sql, values: [value] }]
}

function readRequest(c: WireContext): PageRequest {
  const { pageSize = '10', order = 'DESC', pageAfter, pageBefore } = c.req.query()
  if (!/^\d+$/.test(pageSize) || Number(pageSize) < 1 || Number(pageSize) > 50)
    throw invalidParameter('pageSize', 'must be 1 to 50', pageSize)
  if (order !== 'ASC' && order !== 'DESC') throw invalidParameter('order', 'must be ASC or DESC', order)
  if (pageAfter && pageBefore) throw invalidParameter('pageBefore', 'cannot come with pageAfter')
  for (const cursor of [pageAfter, pageBefore]) if (cursor && !isUuid(cursor)) throw new WireError(156014)
  return {
    size: Number(pageSize),
    order,
    ...(pageAfter && { after: pageAfter }),
    ...(pageBefore && { before: pageBefore }),
  }
}

function readDate(c: WireContext, name: 'from' | 'to'): number | undefined {
  const text = c.req.query(name)
  if (!text) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalidParameter(name, 'must be an ISO 8601 date', text)
  return time
}

function links(c: WireContext, { rows, hasNext, hasPrevious }: Page<{ id: string }>): string {
  const [first, last] = [rows.at(0), rows.at(-1)]
  const to = (rel: string, cursor: Record<string, string>) => {
    const url = new URL(c.req.url)
    url.searchParams.delete('pageAfter')
    url.searchParams.delete('pageBefore')
    for (const [name, id] of Object.entries(cursor)) url.searchParams.set(name, id)
    return `<${url}>; rel="${rel}"`
  }
  return [
    `<${c.req.url}>; rel="self"`,
    to('first', {}),
    ...(hasNext && last ? [to('next', { pageAfter: last.id })] : []),
    ...(hasPrevious && first ? [to('prev', { pageBefore: first.id })] : []),
  ].join(', ')
}
