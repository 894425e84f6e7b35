import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HostContext, HostEnv } from '../api/request.ts'
import type { Host } from '../context.ts'
import { accountOf } from '../store/accounts.ts'
import { findIssue, type Issue, listComments, pageIssues } from '../store/issues.ts'
import { listIssueLabels } from '../store/labels.ts'
import { effectiveRole, findRepository, fullName, listRepositories, type Repository } from '../store/repositories.ts'
import { sendPage, sendProblem } from './page.ts'
import { signedInUser } from './session.ts'

const shownMax = 100

/** Plain pages of repositories and issues, so that every `html_url` leads somewhere. */
export function browseRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/', (c) => showHome(host, c))
  routes.get('/:owner/:repo', (c) => showRepository(host, c))
  routes.get('/:owner/:repo/issues', (c) => showRepository(host, c))
  routes.get('/:owner/:repo/issues/:number{[0-9]+}', (c) => showIssue(host, c))
  return routes
}

function showHome(host: Host, c: HostContext): Promise<Response> {
  const repositories = listRepositories(host.db).filter((repository) => mayRead(host, c, repository))
  const body = html`<ul>
    ${repositories.map(
      (repository) =>
        html`<li><a href="/${fullName(repository)}">${fullName(repository)}</a> ${repository.description ?? ''}</li>`,
    )}
  </ul>`
  return sendPage(c, { title: 'Repositories', body })
}

function showRepository(host: Host, c: HostContext): Promise<Response> {
  const repository = findReadable(host, c)
  if (!repository) return sendMissing(c)
  const mine = [{ sql: 'repository_id = ?', values: [repository.id] }]
  const { issues } = pageIssues(
    host.db,
    mine,
    { column: 'created_at', descending: true },
    { limit: shownMax, offset: 0 },
  )
  const body = html`<p>${repository.description ?? ''}</p>
    <p class="soft">${repository.private ? 'private' : 'public'}${repository.archived ? ', archived' : ''}</p>
    <ul>
      ${issues.map(
        (issue) =>
          html`<li>
            <a href="/${fullName(repository)}/${issue.head_branch === null ? 'issues' : 'pull'}/${issue.number}"
              >#${issue.number} ${issue.title}</a
            >
            <span class="soft">${issue.state}</span>
          </li>`,
      )}
    </ul>`
  return sendPage(c, { title: fullName(repository), body })
}

function showIssue(host: Host, c: HostContext): Promise<Response> {
  const repository = findReadable(host, c)
  const issue = repository && findIssue(host.db, repository.id, Number(c.req.param('number')))
  if (!repository || !issue) return sendMissing(c)
  const body = html`<p>
      <a href="/${fullName(repository)}">${fullName(repository)}</a> #${issue.number} · ${issue.state} · opened by
      ${accountOf(host.db, issue.author_id).login} on ${issue.created_at.slice(0, 10)}
    </p>
    <p>${listIssueLabels(host.db, issue.id).map((label) => html`<span class="label">${label.name}</span> `)}</p>
    <section><pre>${issue.body ?? ''}</pre></section>
    ${showComments(host, issue)}`
  return sendPage(c, { title: issue.title, body })
}

/** Everything that was said below an issue or pull request. */
export function showComments(host: Host, issue: Issue) {
  return listComments(host.db, issue.id, shownMax, 0).map(
    (comment) =>
      html`<section>
        <p class="soft">${accountOf(host.db, comment.author_id).login} on ${comment.created_at.slice(0, 10)}</p>
        <pre>${comment.body}</pre>
      </section>`,
  )
}

export function sendMissing(c: HostContext): Promise<Response> {
  return sendProblem(c, 404, 'Not found', 'There is no such page, or it is not yours to see.')
}

/** The repository of the path, if the visitor may read it. */
export function findReadable(host: Host, c: HostContext): Repository | undefined {
  const repository = findRepository(host.db, c.req.param('owner') ?? '', c.req.param('repo') ?? '')
  return repository && mayRead(host, c, repository) ? repository : undefined
}

function mayRead(host: Host, c: HostContext, repository: Repository): boolean {
  const user = signedInUser(host, c)
  return repository.private === 0 || (user !== undefined && effectiveRole(host.db, repository, user.id) !== undefined)
}
