import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Host } from '../context.ts'
import { findFormerRepository, findRepository, findRepositoryById, type Repository } from '../store/repositories.ts'
import { assertAllowed, canSee, type Need } from './access.ts'
import { readBodyText } from './body.ts'
import { ApiError, notFound } from './errors.ts'
import type { Principal } from './principal.ts'

export type HostEnv = { Bindings: HttpBindings; Variables: { principal: Principal } }
export type HostContext = Context<HostEnv>

/** The repository named by the path, if this principal may do what the route needs. */
export function requireRepository(host: Host, c: HostContext, need: Need): Repository {
  const principal = c.get('principal')
  const repository = repositoryOfPath(host, c)
  assertAllowed(host, principal, repository, need)
  return repository
}

/** Page of a list, from `page` and `per_page` (at most 100, 30 by default). */
export function readPage(c: HostContext): { page: number; limit: number; offset: number } {
  const page = positive(c.req.query('page')) ?? 1
  const limit = Math.min(positive(c.req.query('per_page')) ?? 30, 100)
  return { page, limit, offset: (page - 1) * limit }
}

/** Adds the Link header that names the neighbouring pages. */
export function setPageLinks(host: Host, c: HostContext, page: { page: number; limit: number }, total: number): void {
  const last = Math.max(Math.ceil(total / page.limit), 1)
  const link = (number: number, rel: string) => {
    const { pathname, searchParams } = new URL(c.req.url)
    searchParams.set('page', String(number))
    return `<${host.url}${pathname}?${searchParams}>; rel="${rel}"`
  }
  const links: string[] = []
  if (page.page > 1) links.push(link(page.page - 1, 'prev'))
  if (page.page < last) links.push(link(page.page + 1, 'next'), link(last, 'last'))
  if (page.page > 1) links.push(link(1, 'first'))
  if (links.length) c.header('link', links.join(', '))
}

/** The body as an object; 400 when it is not JSON. */
export async function readBody(c: HostContext): Promise<Record<string, unknown>> {
  const text = await readBodyText(c)
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch {
    throw new ApiError(400, 'Problems parsing JSON')
  }
  throw new ApiError(400, 'Body should be a JSON object')
}

/** A path segment that must be a whole number; anything else is a 404. */
export function readNumber(c: HostContext, name: string): number {
  const number = positive(c.req.param(name))
  if (number === undefined) throw notFound()
  return number
}

/** The repository named by the path, for any caller. */
export function findPathRepository(host: Host, c: HostContext): Repository | undefined {
  const id = c.req.param('repository_id')
  if (id) return findRepositoryById(host.db, positive(id) ?? 0)
  return findRepository(host.db, c.req.param('owner') ?? '', c.req.param('repo') ?? '')
}

function repositoryOfPath(host: Host, c: HostContext): Repository {
  const found = findPathRepository(host, c)
  if (found) return found
  const { owner = '', repo = '' } = { owner: c.req.param('owner'), repo: c.req.param('repo') }
  const former = findFormerRepository(host.db, `${owner}/${repo}`)
  if (!former || !canSee(host, c.get('principal'), former)) throw notFound()
  throw moved(host, c, `/repos/${owner}/${repo}`, former)
}

function moved(host: Host, c: HostContext, from: string, to: Repository): ApiError {
  const url = new URL(c.req.url)
  const rest = decodeURIComponent(url.pathname).replace('/api/v3', '').slice(from.length)
  const location = `${host.apiUrl}/repositories/${to.id}${rest.split('/').map(encodeURIComponent).join('/')}${url.search}`
  const safe = c.req.method === 'GET' || c.req.method === 'HEAD'
  return safe
    ? new ApiError(301, 'Moved Permanently', { headers: { location } })
    : new ApiError(307, 'Temporary Redirect', { headers: { location } })
}

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
