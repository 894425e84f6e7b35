import { createHash, randomBytes } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Host } from '../context.ts'
import { appRoutes } from './app-routes.ts'
import { applicationRoutes } from './application-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { notFound, toErrorResponse } from './errors.ts'
import { readPrincipal } from './principal.ts'
import { RateLimiter } from './rate-limit.ts'
import { repositoryRoutes } from './repository-routes.ts'
import type { HostEnv } from './request.ts'
import { searchRoutes } from './search-routes.ts'
import { userRoutes } from './user-routes.ts'

/** The REST API, to be mounted below `/api/v3`. */
export function createApi(host: Host): Hono<HostEnv> {
  const api = new Hono<HostEnv>()
  const limiter = new RateLimiter(host)
  api.onError((error, c) => toErrorResponse(c, error))
  api.use(describeAnswer)
  api.use(async (c, next) => {
    c.set('principal', readPrincipal(host, c.req.header('authorization')))
    await next()
  })
  api.get('/rate_limit', (c) => c.json(limiter.read(c.get('principal'))))
  api.use(countRequest(limiter))
  api.use(answerConditionally)
  api.get('/', (c) => c.json(toDirectory(host)))
  api.route('/', appRoutes(host))
  api.route('/', deliveryRoutes(host))
  api.route('/', userRoutes(host))
  api.route('/', applicationRoutes(host))
  api.route('/', searchRoutes(host))
  api.route('/repos/:owner/:repo', repositoryRoutes(host))
  api.route('/repositories/:repository_id', repositoryRoutes(host))
  api.all('*', () => {
    throw notFound()
  })
  return api
}

const describeAnswer: MiddlewareHandler<HostEnv> = async (c, next) => {
  await next()
  c.header('x-github-request-id', randomBytes(10).toString('hex').toUpperCase())
  c.header('x-github-media-type', 'github.v3; format=json')
  c.header('x-github-api-version-selected', '2022-11-28')
  c.header('x-content-type-options', 'nosniff')
  c.header('content-security-policy', "default-src 'none'")
  c.header('vary', 'Accept, Authorization, Cookie')
}

function countRequest(limiter: RateLimiter): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const charge = limiter.charge(c.get('principal'))
    await next()
    // An unchanged answer is free, but only to those who say who they are.
    if (c.res.status === 304 && c.get('principal').kind !== 'anonymous') charge.refund()
    for (const [name, value] of Object.entries(charge.headers())) c.header(name, value)
  }
}

/** Gives every read an ETag and answers 304 to clients that have it already. */
const answerConditionally: MiddlewareHandler<HostEnv> = async (c, next) => {
  await next()
  if (c.req.method !== 'GET' || c.res.status !== 200) return
  const body = await c.res.clone().arrayBuffer()
  const etag = `W/"${createHash('sha256').update(new Uint8Array(body)).digest('hex')}"`
  const shared = c.get('principal').kind === 'anonymous' ? 'public' : 'private'
  c.header('etag', etag)
  c.header('cache-control', `${shared}, max-age=60, s-maxage=60`)
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!known.includes(etag.slice(2)) && !known.includes('*')) return
  const headers = new Headers(c.res.headers)
  headers.delete('content-type')
  headers.delete('content-length')
  c.res = new Response(null, { status: 304, headers })
}

function toDirectory(host: Host) {
  return {
    current_user_url: `${host.apiUrl}/user`,
    issue_search_url: `${host.apiUrl}/search/issues?q={query}{&page,per_page,sort,order}`,
    rate_limit_url: `${host.apiUrl}/rate_limit`,
    repository_url: `${host.apiUrl}/repos/{owner}/{repo}`,
  }
}
