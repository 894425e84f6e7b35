import { Hono } from 'hono'
import { z } from 'zod'
import type { Host } from '../context.ts'
import { listCommitIds, listDifference, mergeBase, resolveCommit } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import { pullEnds, toPullRequestJson } from '../json/pull-request.ts'
import { type Condition, findIssue, type Issue, pageIssues } from '../store/issues.ts'
import { ownerOf, type Repository } from '../store/repositories.ts'
import { openPullRequest } from '../world/pull-requests.ts'
import { ApiError, invalid, notFound } from './errors.ts'
import { readFields } from './fields.ts'
import { readOrder } from './issue-filters.ts'
import { type HostContext, type HostEnv, readNumber, readPage, requireRepository, setPageLinks } from './request.ts'
import { requireWriteTarget, type WriteTarget } from './writer.ts'

const fields = z.object({
  title: z.string().min(1).max(256),
  head: z.string().min(1),
  base: z.string().min(1),
  body: z.string().max(65_536).nullish(),
  draft: z.boolean().default(false),
})

/** Pull requests between branches of one repository. */
export function pullRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/pulls', (c) => listPulls(host, c))
  routes.post('/pulls', (c) => createPull(host, c))
  routes.get('/pulls/:number', async (c) => {
    const { repository, issue } = requirePull(host, c)
    return c.json(await toDetails(host, repository, issue))
  })
  return routes
}

async function listPulls(host: Host, c: HostContext): Promise<Response> {
  const repository = requireRepository(host, c, { permission: 'pull_requests', level: 'read' })
  const page = readPage(c)
  const { issues, total } = pageIssues(host.db, readConditions(c, repository), readOrder(c), page)
  setPageLinks(host, c, page, total)
  return c.json(await Promise.all(issues.map((issue) => toPullRequestJson(host, repository, issue))))
}

function readConditions(c: HostContext, repository: Repository): Condition[] {
  const conditions: Condition[] = [{ sql: 'repository_id = ? AND head_branch IS NOT NULL', values: [repository.id] }]
  const state = c.req.query('state') ?? 'open'
  if (state !== 'all') conditions.push({ sql: 'state = ?', values: [state] })
  const head = c.req.query('head')
  // A head that does not say whose it is filters nothing, as at the real host.
  if (head?.includes(':')) {
    const [owner = '', branch = ''] = head.split(/:(.*)/s)
    const isOwn = owner.toLowerCase() === repository.owner_login.toLowerCase()
    conditions.push(isOwn ? { sql: 'head_branch = ?', values: [branch] } : { sql: '0', values: [] })
  }
  const base = c.req.query('base')
  if (base) conditions.push(baseCondition(repository, base))
  return conditions
}

async function createPull(host: Host, c: HostContext): Promise<Response> {
  const target = requireWriteTarget(host, c, 'pull_requests')
  const { title, body, draft, ...ends } = await readFields(c, fields)
  const head = ownBranch(target.repository, ends.head)
  const base = ends.base
  const headSha = head && (await branchHead(target, head))
  if (!head || !headSha) throw invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  const baseSha = await branchHead(target, base)
  if (!baseSha) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  const isAhead = (await listCommitIds(target.directory, `${baseSha}..${headSha}`, { limit: 1, offset: 0 })).length > 0
  if (!isAhead) throw refusedPull(`No commits between ${base} and ${head}`)
  if (draft && !hasDrafts(host, target.repository))
    throw new ApiError(422, 'Draft pull requests are not supported in this repository.')
  // Nothing may be waited for from here on, so that of two at once one sees the other.
  assertNew(host, target.repository, head, base)
  const issue = openPullRequest(host, target.repository, {
    author: target.writer,
    title,
    body: body ?? null,
    draft,
    headBranch: head,
    headSha,
    baseBranch: base,
  })
  const json = await toDetails(host, target.repository, issue)
  return c.json(json, 201, { location: json.url })
}

/** A free personal plan has drafts in public repositories only. */
function hasDrafts(host: Host, repository: Repository): boolean {
  return repository.private === 0 || ownerOf(host.db, repository).type === 'Organization'
}

function assertNew(host: Host, repository: Repository, head: string, base: string): void {
  const conditions = [
    { sql: `repository_id = ? AND state = 'open' AND head_branch = ?`, values: [repository.id, head] },
    baseCondition(repository, base),
  ]
  const { total } = pageIssues(host.db, conditions, readingOrder, { limit: 1, offset: 0 })
  if (total > 0) throw refusedPull(`A pull request already exists for ${repository.owner_login}:${head}.`)
}

const readingOrder = { column: 'created_at', descending: true } as const

function baseCondition(repository: Repository, base: string): Condition {
  return {
    sql: 'ifnull((SELECT base_branch FROM pull_requests WHERE issue_id = issues.id), ?) = ?',
    values: [repository.default_branch, base],
  }
}

function ownBranch(repository: Repository, head: string): string | undefined {
  if (!head.includes(':')) return head
  const [owner = '', branch] = head.split(/:(.*)/s)
  return owner.toLowerCase() === repository.owner_login.toLowerCase() ? branch : undefined
}

function branchHead({ directory }: WriteTarget, branch: string): Promise<string | undefined> {
  return resolveCommit(directory, `refs/heads/${branch}`)
}

function refusedPull(message: string): ApiError {
  return invalid({ resource: 'PullRequest', code: 'custom', message })
}

function requirePull(host: Host, c: HostContext): { repository: Repository; issue: Issue } {
  const repository = requireRepository(host, c, { permission: 'pull_requests', level: 'read' })
  const issue = findIssue(host.db, repository.id, readNumber(c, 'number'))
  if (!issue || issue.head_branch === null) throw notFound()
  return { repository, issue }
}

async function toDetails(host: Host, repository: Repository, issue: Issue) {
  const directory = gitDirectory(host.dataDir, repository.id)
  const { base, head } = await pullEnds(host, repository, issue)
  const files = await listDifference(directory, await mergeBase(directory, base.sha, head.sha), head.sha)
  return {
    ...(await toPullRequestJson(host, repository, issue)),
    merged: false,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: null,
    comments: issue.comment_count,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: (await listCommitIds(directory, `${base.sha}..${head.sha}`, { limit: 250, offset: 0 })).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  }
}
