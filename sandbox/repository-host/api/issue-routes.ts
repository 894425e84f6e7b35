import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toCommentJson, toIssueJson, toLabelJson } from '../json/issue.ts'
import type { Account } from '../store/accounts.ts'
import { type Condition, findIssue, type Issue, listComments, pageIssues, wasDeleted } from '../store/issues.ts'
import { countLabels, findLabel, listLabels } from '../store/labels.ts'
import { effectiveRole, hasRole, type Repository } from '../store/repositories.ts'
import { readIssueChange } from '../world/issue-change.ts'
import { addComment, changeIssue, openIssue } from '../world/issues.ts'
import { assertGranted } from './access.ts'
import { ApiError, invalid, notFound } from './errors.ts'
import { assigneeCondition, creatorCondition, labelCondition, readOrder } from './issue-filters.ts'
import {
  type HostContext,
  type HostEnv,
  readBody,
  readNumber,
  readPage,
  requireRepository,
  setPageLinks,
} from './request.ts'
import { actingAccount, assertNotArchived } from './writer.ts'

/** Issues, their comments and the labels of one repository. */
export function issueRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/issues', (c) => listIssues(host, c))
  routes.post('/issues', async (c) => {
    const repository = requireRepository(host, c, { permission: 'issues', level: 'read' })
    const author = requireWriter(host, c, repository)
    const issue = openIssue(host, repository, author, readIssueChange(await readBody(c)))
    return c.json(toIssueJson(host, repository, issue), 201)
  })
  routes.get('/issues/:number', (c) => {
    const { repository, issue } = requireIssue(host, c)
    return c.json(toIssueJson(host, repository, issue))
  })
  routes.patch('/issues/:number', async (c) => {
    const { repository, issue } = requireIssue(host, c)
    const editor = requireWriter(host, c, repository)
    assertMayEdit(host, c, repository, issue, editor)
    const changed = changeIssue(host, repository, issue, editor, readIssueChange(await readBody(c)))
    return c.json(toIssueJson(host, repository, changed))
  })
  routes.get('/issues/:number/comments', (c) => {
    const { repository, issue } = requireIssue(host, c)
    const page = readPage(c)
    setPageLinks(host, c, page, issue.comment_count)
    const comments = listComments(host.db, issue.id, page.limit, page.offset)
    return c.json(comments.map((comment) => toCommentJson(host, repository, issue, comment)))
  })
  routes.post('/issues/:number/comments', async (c) => {
    const { repository, issue } = requireIssue(host, c)
    const author = requireWriter(host, c, repository)
    const { body } = await readBody(c)
    if (typeof body !== 'string' || body === '') {
      throw invalid({ resource: 'IssueComment', field: 'body', code: 'missing_field' })
    }
    return c.json(toCommentJson(host, repository, issue, addComment(host, repository, issue, author, body)), 201)
  })
  routes.get('/labels', (c) => {
    const repository = requireRepository(host, c, { permission: 'issues', level: 'read' })
    const page = readPage(c)
    setPageLinks(host, c, page, countLabels(host.db, repository.id))
    const labels = listLabels(host.db, repository.id, page.limit, page.offset)
    return c.json(labels.map((label) => toLabelJson(host, repository, label)))
  })
  routes.get('/labels/:name', (c) => {
    const repository = requireRepository(host, c, { permission: 'issues', level: 'read' })
    const label = findLabel(host.db, repository.id, c.req.param('name'))
    if (!label) throw notFound()
    return c.json(toLabelJson(host, repository, label))
  })
  return routes
}

function listIssues(host: Host, c: HostContext): Response {
  const repository = requireRepository(host, c, { permission: 'issues', level: 'read' })
  const page = readPage(c)
  const { issues, total } = pageIssues(host.db, readConditions(host, c, repository), readOrder(c), page)
  setPageLinks(host, c, page, total)
  return c.json(issues.map((issue) => toIssueJson(host, repository, issue)))
}

function readConditions(host: Host, c: HostContext, repository: Repository): Condition[] {
  const conditions: Condition[] = [{ sql: 'repository_id = ?', values: [repository.id] }]
  const state = c.req.query('state') ?? 'open'
  if (!['open', 'closed', 'all'].includes(state)) {
    throw invalid({ resource: 'Issue', field: 'state', code: 'invalid' })
  }
  if (state !== 'all') conditions.push({ sql: 'state = ?', values: [state] })
  for (const name of (c.req.query('labels') ?? '').split(',').filter(Boolean)) conditions.push(labelCondition(name))
  const since = c.req.query('since')
  if (since) conditions.push({ sql: 'updated_at >= ?', values: [readSince(since)] })
  const assignee = c.req.query('assignee')
  if (assignee) conditions.push(assigneeCondition(host, assignee))
  const creator = c.req.query('creator')
  if (creator) conditions.push(creatorCondition(host, creator))
  return conditions
}

function readSince(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid({ resource: 'Issue', field: 'since', code: 'invalid' })
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

function requireIssue(host: Host, c: HostContext): { repository: Repository; issue: Issue } {
  const repository = requireRepository(host, c, { permission: 'issues', level: 'read' })
  const number = readNumber(c, 'number')
  const issue = findIssue(host.db, repository.id, number)
  if (issue) return { repository, issue }
  throw wasDeleted(host.db, repository.id, number) ? new ApiError(410, 'This issue was deleted') : notFound()
}

function requireWriter(host: Host, c: HostContext, repository: Repository): Account {
  const principal = c.get('principal')
  if (principal.kind === 'anonymous') throw new ApiError(401, 'Requires authentication')
  assertGranted(host, principal, repository, { permission: 'issues', level: 'write' })
  assertNotArchived(repository)
  return actingAccount(host, principal)
}

function assertMayEdit(host: Host, c: HostContext, repository: Repository, issue: Issue, editor: Account): void {
  if (c.get('principal').kind === 'installation' || issue.author_id === editor.id) return
  if (hasRole(effectiveRole(host.db, repository, editor.id), 'triage')) return
  throw new ApiError(403, 'Must have admin rights to Repository.')
}
