import { Hono } from 'hono'
import { ApiError, notFound, toErrorResponse } from '../api/errors.ts'
import { findPathRepository, type HostContext, type HostEnv, readBody, readNumber } from '../api/request.ts'
import { type Host, isOwnOrigin } from '../context.ts'
import { toInstallationJson } from '../json/installation.ts'
import { toCommentJson, toIssueJson } from '../json/issue.ts'
import { nodeId } from '../json/node-id.ts'
import { toPermissionsJson, toRepositoryJson } from '../json/repository.ts'
import { type Account, findAccount } from '../store/accounts.ts'
import { findInstallation, type Installation, listInstallations } from '../store/installations.ts'
import { findIssue, type Issue } from '../store/issues.ts'
import { ownerOf, type Repository, removeCollaborator, setCollaborator } from '../store/repositories.ts'
import { revokeAuthorization } from './authorizations.ts'
import { resumeInstallation, suspendInstallation, uninstall } from './installations.ts'
import { readIssueChange } from './issue-change.ts'
import { addComment, changeIssue, openIssue } from './issues.ts'
import { addRepository, deleteRepository, pushFiles } from './repositories.ts'
import { applySettings, readFiles, readRole, readText } from './world-requests.ts'

/** The world outside as plain JSON requests: what people do at the host, played by tests and demos. Loopback only. */
export function worldRoutes(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.onError((error, c) => toErrorResponse(c, error))
  world.use(async (c, next) => {
    // A page of another origin must not play with the world through somebody's browser.
    const origin = c.req.header('origin')
    if (origin !== undefined && !isOwnOrigin(host, origin)) throw new ApiError(403, 'Cross-origin request')
    await next()
  })
  world.route('/', repositoryWorld(host))
  world.route('/', issueWorld(host))
  world.route('/', installationWorld(host))
  world.all('*', () => {
    throw notFound()
  })
  return world
}

function repositoryWorld(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.post('/repos', async (c) => {
    const body = await readBody(c)
    const repository = await addRepository(host, requireAccount(host, body.owner), {
      name: readText(body, 'name'),
      description: typeof body.description === 'string' ? body.description : null,
      private: body.private === true,
      files: readFiles(body.files ?? { 'README.md': `# ${readText(body, 'name')}\n` }),
    })
    return c.json(toRepositoryJson(host, repository), 201)
  })
  world.patch('/repos/:owner/:repo', async (c) => {
    const changed = applySettings(host, requirePathRepository(host, c), await readBody(c))
    return c.json(toRepositoryJson(host, changed))
  })
  world.delete('/repos/:owner/:repo', (c) => {
    deleteRepository(host, requirePathRepository(host, c))
    return c.body(null, 204)
  })
  world.post('/repos/:owner/:repo/commits', async (c) => {
    const repository = requirePathRepository(host, c)
    const body = await readBody(c)
    const sha = await pushFiles(host, repository, {
      branch: typeof body.branch === 'string' ? body.branch : repository.default_branch,
      message: readText(body, 'message'),
      author: actor(host, body, repository),
      files: readFiles(body.files),
    })
    return c.json({ sha }, 201)
  })
  world.put('/repos/:owner/:repo/collaborators/:login', async (c) => {
    const repository = requirePathRepository(host, c)
    const user = requireAccount(host, c.req.param('login'))
    const role = readRole(await readBody(c))
    setCollaborator(host.db, repository.id, user.id, role)
    return c.json({ login: user.login, role_name: role, permissions: toPermissionsJson(role) })
  })
  world.delete('/repos/:owner/:repo/collaborators/:login', (c) => {
    const user = requireAccount(host, c.req.param('login'))
    if (!removeCollaborator(host.db, requirePathRepository(host, c).id, user.id)) throw notFound()
    return c.body(null, 204)
  })
  return world
}

function issueWorld(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.post('/repos/:owner/:repo/issues', async (c) => {
    const repository = requirePathRepository(host, c)
    const body = await readBody(c)
    const issue = openIssue(host, repository, actor(host, body, repository), readIssueChange(body))
    return c.json(toIssueJson(host, repository, issue), 201)
  })
  world.patch('/repos/:owner/:repo/issues/:number', async (c) => {
    const { repository, issue } = requirePathIssue(host, c)
    const body = await readBody(c)
    const changed = changeIssue(host, repository, issue, actor(host, body, repository), readIssueChange(body))
    return c.json(toIssueJson(host, repository, changed))
  })
  world.post('/repos/:owner/:repo/issues/:number/comments', async (c) => {
    const { repository, issue } = requirePathIssue(host, c)
    const body = await readBody(c)
    const comment = addComment(host, repository, issue, actor(host, body, repository), readText(body, 'body'))
    return c.json(toCommentJson(host, repository, issue, comment), 201)
  })
  return world
}

function installationWorld(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.get('/installations', (c) =>
    c.json(listInstallations(host.db).map((installation) => toInstallationJson(host, installation))),
  )
  world.put('/installations/:installation_id/suspended', (c) => {
    suspendInstallation(host, requirePathInstallation(host, c))
    return c.body(null, 204)
  })
  world.delete('/installations/:installation_id/suspended', (c) => {
    resumeInstallation(host, requirePathInstallation(host, c))
    return c.body(null, 204)
  })
  world.delete('/installations/:installation_id', (c) => {
    uninstall(host, requirePathInstallation(host, c))
    return c.body(null, 204)
  })
  world.delete('/authorizations/:login', (c) => {
    if (!revokeAuthorization(host, requireAccount(host, c.req.param('login')))) throw notFound()
    return c.body(null, 204)
  })
  world.post('/ping', (c) => {
    const payload = { zen: 'Design for failure.', hook_id: host.app.id, hook: { type: 'App', id: host.app.id } }
    host.webhooks.emit({ event: 'ping', action: null, installationId: null, repositoryId: null, payload })
    return c.json({ node_id: nodeId('A', host.app.id) }, 202)
  })
  world.post('/deliveries/settle', async (c) => {
    await host.webhooks.settle()
    return c.body(null, 204)
  })
  return world
}

function requirePathRepository(host: Host, c: HostContext): Repository {
  const repository = findPathRepository(host, c)
  if (!repository) throw notFound()
  return repository
}

function requirePathIssue(host: Host, c: HostContext): { repository: Repository; issue: Issue } {
  const repository = requirePathRepository(host, c)
  const issue = findIssue(host.db, repository.id, readNumber(c, 'number'))
  if (!issue) throw notFound()
  return { repository, issue }
}

function requirePathInstallation(host: Host, c: HostContext): Installation {
  const installation = findInstallation(host.db, readNumber(c, 'installation_id'))
  if (!installation) throw notFound()
  return installation
}

function requireAccount(host: Host, login: unknown): Account {
  const account = typeof login === 'string' ? findAccount(host.db, login) : undefined
  if (!account) throw new ApiError(422, `No account ${String(login)}`)
  return account
}

/** Who does it: the body's `actor`, else the repository's owner. */
function actor(host: Host, body: Record<string, unknown>, repository: Repository): Account {
  return body.actor === undefined ? ownerOf(host.db, repository) : requireAccount(host, body.actor)
}
