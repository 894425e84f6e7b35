import { Hono } from 'hono'
import type { Host } from '../context.ts'
import { toIssueJson } from '../json/issue.ts'
import { type Condition, pageIssues } from '../store/issues.ts'
import { findRepository, findRepositoryById, listRepositories, type Repository } from '../store/repositories.ts'
import { canSee } from './access.ts'
import { invalid, notByIntegration } from './errors.ts'
import { assigneeCondition, creatorCondition, labelCondition, readOrder, textCondition } from './issue-filters.ts'
import type { Principal } from './principal.ts'
import { type HostContext, type HostEnv, readPage, setPageLinks } from './request.ts'

// Search never pages beyond its first thousand hits.
const hitsMax = 1000

type Term = { qualifier: string | undefined; value: string; negated: boolean }

/** Issue search over what the principal may see. */
export function searchRoutes(host: Host): Hono<HostEnv> {
  const routes = new Hono<HostEnv>()
  routes.get('/search/issues', (c) => searchIssues(host, c))
  return routes
}

function searchIssues(host: Host, c: HostContext): Response {
  const principal = c.get('principal')
  if (principal.kind === 'app' || principal.kind === 'client') throw notByIntegration()
  const query = c.req.query('q') ?? ''
  if (query.trim() === '') throw invalid({ resource: 'Search', field: 'q', code: 'missing' })
  const page = readPage(c)
  if (page.offset >= hitsMax) {
    throw invalid({ resource: 'Search', code: 'invalid', message: 'Only the first 1000 search results are available' })
  }
  const { issues, total } = pageIssues(host.db, toConditions(host, principal, parseTerms(query)), readOrder(c), page)
  setPageLinks(host, c, page, Math.min(total, hitsMax))
  return c.json({
    total_count: total,
    incomplete_results: false,
    items: issues.flatMap((issue) => {
      const repository = findRepositoryById(host.db, issue.repository_id)
      return repository ? [{ ...toIssueJson(host, repository, issue), score: 1 }] : []
    }),
  })
}

function parseTerms(query: string): Term[] {
  const pattern = /(-)?(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi
  return [...query.matchAll(pattern)].map(([, minus, qualifier, quoted, plain]) => ({
    qualifier: qualifier?.toLowerCase(),
    value: quoted ?? plain ?? '',
    negated: minus === '-',
  }))
}

function toConditions(host: Host, principal: Principal, terms: readonly Term[]): Condition[] {
  const columns = readColumns(terms)
  const conditions = terms
    .filter((term) => !['repo', 'user', 'org', 'in', 'sort'].includes(term.qualifier ?? ''))
    .map((term) => negate(toCondition(host, term, columns), term.negated))
  const ids = searchedRepositories(host, principal, terms).map((repository) => repository.id)
  return [{ sql: `repository_id IN (${ids.map(() => '?').join(', ')})`, values: ids }, ...conditions]
}

function readColumns(terms: readonly Term[]): string[] {
  const places = terms.filter((term) => term.qualifier === 'in').flatMap((term) => term.value.split(','))
  const columns = ['title', 'body'].filter((column) => places.includes(column))
  return columns.length ? columns : ['title', 'body']
}

function searchedRepositories(host: Host, principal: Principal, terms: readonly Term[]): Repository[] {
  const names = terms.filter((term) => term.qualifier === 'repo' && !term.negated).map((term) => term.value)
  const owners = terms.filter((term) => term.qualifier === 'user' || term.qualifier === 'org')
  const visible = listRepositories(host.db).filter((repository) => canSee(host, principal, repository))
  if (names.length) {
    const found = names.map((name) => findRepository(host.db, ...splitName(name)))
    const chosen = visible.filter((repository) => found.some((other) => other?.id === repository.id))
    if (chosen.length) return chosen
    throw invalid({
      resource: 'Search',
      field: 'q',
      code: 'invalid',
      message:
        'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
    })
  }
  if (owners.length === 0) return visible
  const logins = owners.map((term) => term.value.toLowerCase())
  return visible.filter((repository) => logins.includes(repository.owner_login.toLowerCase()))
}

function toCondition(host: Host, term: Term, columns: readonly string[]): Condition {
  const { qualifier, value } = term
  if (qualifier === 'label') return labelCondition(value)
  if (qualifier === 'author') return creatorCondition(host, value)
  if (qualifier === 'assignee') return assigneeCondition(host, value)
  if (qualifier === 'no' && value === 'assignee') return assigneeCondition(host, 'none')
  if (qualifier === 'is' || qualifier === 'state' || qualifier === 'type') return stateCondition(value)
  return textCondition(qualifier ? `${qualifier}:${value}` : value, columns)
}

function stateCondition(value: string): Condition {
  const known: Record<string, string> = {
    open: `state = 'open'`,
    closed: `state = 'closed'`,
    issue: 'head_branch IS NULL',
    pr: 'head_branch IS NOT NULL',
    'pull-request': 'head_branch IS NOT NULL',
    public: 'repository_id IN (SELECT id FROM repositories WHERE private = 0)',
    private: 'repository_id IN (SELECT id FROM repositories WHERE private = 1)',
  }
  return { sql: known[value.toLowerCase()] ?? '0', values: [] }
}

function negate(condition: Condition, negated: boolean): Condition {
  return negated ? { ...condition, sql: `NOT (${condition.sql})` } : condition
}

function splitName(name: string): [string, string] {
  const [owner = '', repository = ''] = name.split('/', 2)
  return [owner, repository]
}
