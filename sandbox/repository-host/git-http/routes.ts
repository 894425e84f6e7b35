import { type Context, Hono } from 'hono'
import { assertAllowed, canSee } from '../api/access.ts'
import { ApiError, notFound } from '../api/errors.ts'
import { type Principal, readPrincipal } from '../api/principal.ts'
import type { HostContext, HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import { gitDirectory } from '../git/run.ts'
import { findFormerRepository, findRepository, fullName, type Repository } from '../store/repositories.ts'
import { readInput, readProtocol } from './request.ts'
import { advertise, uploadPack } from './upload-pack.ts'

/** Cloning and fetching with git over HTTP; nothing can be pushed. */
export function gitHttpRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.onError((error, c) => toAnswer(c, error))

  routes.get('/:owner/:repo/info/refs', async (c) => {
    if (c.req.query('service') !== 'git-upload-pack') throw new ApiError(403, 'Only fetching is possible here.')
    const directory = gitDirectory(host.dataDir, requireReadable(host, c).id)
    const refs = await advertise({ directory, protocol: readProtocol(c) })
    return send(c, refs, 'application/x-git-upload-pack-advertisement')
  })

  routes.post('/:owner/:repo/git-upload-pack', async (c) => {
    const directory = gitDirectory(host.dataDir, requireReadable(host, c).id)
    const pack = await uploadPack({ directory, protocol: readProtocol(c), input: await readInput(c) })
    return send(c, pack, 'application/x-git-upload-pack-result')
  })

  routes.post('/:owner/:repo/git-receive-pack', () => {
    throw new ApiError(403, 'Write access to repository not granted.')
  })

  return routes
}

/** The repository of the path, for whom it may be cloned by; the token is looked up again on every request. */
function requireReadable(host: Host, c: HostContext): Repository {
  const principal = readPrincipal(host, c.req.header('authorization'))
  const [owner, name] = [c.req.param('owner') ?? '', (c.req.param('repo') ?? '').replace(/\.git$/, '')]
  const repository = findRepository(host.db, owner, name)
  if (repository) {
    if (principal.kind === 'anonymous' && !canSee(host, principal, repository)) throw signInFirst()
    assertAllowed(host, principal, repository, { permission: 'contents', level: 'read' })
    return repository
  }
  const former = findFormerRepository(host.db, `${owner}/${name}`)
  throw former && canSee(host, principal, former) ? moved(host, c, former) : unknown(principal)
}

/** Nobody in particular is asked to sign in also for what does not exist: otherwise the answers would tell. */
function unknown(principal: Principal): ApiError {
  return principal.kind === 'anonymous' ? signInFirst() : notFound()
}

function signInFirst(): ApiError {
  return new ApiError(401, 'Repository not found.')
}

/** Git follows this on its first request and keeps to the new address. */
function moved(host: Host, c: HostContext, to: Repository): ApiError {
  const { pathname, search } = new URL(c.req.url)
  const rest = pathname.split('/').slice(3).join('/')
  const location = `${host.url}/${fullName(to)}.git/${rest}${search}`
  return new ApiError(c.req.method === 'GET' ? 301 : 307, 'Moved', { headers: { location } })
}

function send(c: HostContext, stream: ReadableStream, type: string): Response {
  return c.body(stream, 200, { 'content-type': type, 'cache-control': 'no-cache, max-age=0, must-revalidate' })
}

/** Refusals in plain text, which git shows to its user. */
function toAnswer(c: Context, error: Error): Response {
  if (!(error instanceof ApiError)) {
    console.error('repository host:', error)
    return c.text('Internal error\n', 500)
  }
  const challenge = error.status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {}
  return c.text(`${error.message}\n`, error.status, { ...error.headers, ...challenge })
}
