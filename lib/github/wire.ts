import { z } from 'zod'
import type { HostInstallation, HostIssue, HostRepository, HostTree } from '../ports/code-host.ts'
import { unreadable } from './github-errors.ts'

const id = z.int().min(1)

export const accountSchema = z.object({ id, login: z.string() })

export const repositorySchema = z.object({
  id,
  full_name: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  private: z.boolean(),
  archived: z.boolean(),
  default_branch: z.string(),
  language: z.string().nullish(),
  open_issues_count: z.int(),
  permissions: z.object({ pull: z.boolean().optional(), push: z.boolean().optional() }).optional(),
})

export const repositoriesSchema = z.object({ repositories: z.array(repositorySchema) })

const installationSchema = z.object({
  id,
  account: z.object({ login: z.string().optional(), slug: z.string().optional() }).nullable(),
  target_type: z.string(),
  repository_selection: z.string(),
  suspended_at: z.string().nullish(),
})

export const installationsSchema = z.object({ installations: z.array(installationSchema) })

export const issueSchema = z.object({
  number: z.int().min(1),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().optional() })])),
  state: z.string(),
  comments: z.int().default(0),
  user: z.object({ login: z.string() }).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  repository_url: z.string().optional(),
  pull_request: z.unknown().optional(),
})

export const issuesSchema = z.array(issueSchema)
export const foundIssuesSchema = z.object({ items: issuesSchema })
export const contentSchema = z.union([
  z.object({ type: z.string(), size: z.int().min(0), content: z.string().optional(), encoding: z.string().optional() }),
  z.array(z.unknown()).transform(() => undefined),
])
export const treeSchema = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string() })),
  truncated: z.boolean(),
})
export const branchesSchema = z.array(z.object({ name: z.string() }))
export const branchSchema = z.object({ commit: z.object({ sha: z.string() }) })

/** What the host answered, in the documented form; `repository_host_unavailable` when it is anything else. */
export function parse<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data)
  if (!result.success) throw unreadable(result.error)
  return result.data
}

export function toHostRepository(repository: z.output<typeof repositorySchema>): HostRepository {
  return {
    id: repository.id,
    fullName: repository.full_name,
    private: repository.private,
    archived: repository.archived,
    defaultBranch: repository.default_branch,
    language: repository.language ?? null,
    openIssues: repository.open_issues_count,
    canPull: repository.permissions?.pull ?? false,
    canPush: repository.permissions?.push ?? false,
  }
}

export function toHostInstallation(installation: z.output<typeof installationSchema>): HostInstallation {
  return {
    id: installation.id,
    accountLogin: installation.account?.login ?? installation.account?.slug ?? 'unknown',
    accountType: installation.target_type,
    repositorySelection: installation.repository_selection,
    suspendedAt: installation.suspended_at ? new Date(installation.suspended_at) : null,
  }
}

export function toHostIssue(issue: z.output<typeof issueSchema>): HostIssue {
  return {
    number: issue.number,
    url: issue.html_url,
    title: issue.title,
    body: issue.body ?? '',
    labels: issue.labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))).filter(Boolean),
    state: issue.state === 'open' ? 'open' : 'closed',
    comments: issue.comments,
    author: issue.user?.login ?? 'ghost',
    createdAt: issue.created_at,
    updatedAt: issue.updated_at,
    isPullRequest: issue.pull_request !== undefined,
  }
}

/** As many paths as are kept of one tree. */
const treePathsMax = 50_000

export function toHostTree({ tree, truncated }: z.output<typeof treeSchema>): HostTree {
  const paths = tree.flatMap(({ path, type }) => (type === 'blob' ? [path] : []))
  return { paths: paths.slice(0, treePathsMax), isComplete: !truncated && paths.length <= treePathsMax }
}
