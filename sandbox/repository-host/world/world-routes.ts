import { Hono } from 'hono'
import { ApiError, notFound, toErrorResponse } from '../api/errors.ts'
import { type HostEnv, readBody } from '../api/request.ts'
import { type Host, isOwnOrigin } from '../context.ts'
import { faultRoutes } from '../faults/routes.ts'
import { toCommentJson, toIssueJson } from '../json/issue.ts'
import { toPermissionsJson, toRepositoryJson } from '../json/repository.ts'
import { appWorld } from './app-world.ts'
import { deliveryWorld } from './delivery-world.ts'
import { installationWorld } from './installation-world.ts'
import { readIssueChange } from './issue-change.ts'
import { addComment, changeIssue, deleteIssue, openIssue } from './issues.ts'
import { changeCollaborator, endCollaboration } from './people.ts'
import { peopleWorld } from './people-world.ts'
import { addRepository, deleteRepository, pushFiles } from './repositories.ts'
import { actor, requireAccount, requirePathIssue, requirePathRepository } from './world-paths.ts'
import { applySettings, readFiles, readRole, readText } from './world-requests.ts'

/** The world outside as plain JSON requests: what people do at the host, played by tests and demos. Loopback only. */
export function worldRoutes(host: Host): Hono<HostEnv> {
  const world = new Hono<HostEnv>()
  world.onError((error, c) => toErrorResponse(c, error))
  world.use(async (c, next) => {
    // A page of another origin must not play with the world through a person's browser.
    const origin = c.req.header('origin')
    if (origin !== undefined && !isOwnOrigin(host, origin)) throw new ApiError(403, 'Cross-origin request')
    await next()
  })
  world.route('/', repositoryWorld(host))
  world.route('/', issueWorld(host))
  world.route('/', installationWorld(host))
  world.route('/', peopleWorld(host))
  world.route('/', deliveryWorld(host))
  world.route('/', appWorld(host))
  world.route('/faults', faultRoutes(host))
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
    changeCollaborator(host, repository, user, role)
    return c.json({ login: user.login, role_name: role, permissions: toPermissionsJson(role) })
  })
  world.delete('/repos/:owner/:repo/collaborators/:login', (c) => {
    const user = requireAccount(host, c.req.param('login'))
    if (!endCollaboration(host, requirePathRepository(host, c), user)) throw notFound()
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
  world.delete('/repos/:owner/:repo/issues/:number', (c) => {
    const { repository, issue } = requirePathIssue(host, c)
    deleteIssue(host, repository, issue)
    return c.body(null, 204)
  })
  world.post('/repos/:owner/:repo/issues/:number/comments', async (c) => {
    const { repository, issue } = requirePathIssue(host, c)
    const body = await readBody(c)
    const comment = addComment(host, repository, issue, actor(host, body, repository), readText(body, 'body'))
    return c.json(toCommentJson(host, repository, issue, comment), 201)
  })
  return world
}
