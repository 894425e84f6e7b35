import type { HostIssue, HostRepository } from '#lib/ports/code-host.ts'

export type WireRepository = {
  id: number
  full_name: string
  private: boolean
  archived: boolean
  default_branch: string
  language: string | null
  open_issues_count: number
  permissions?: { pull?: boolean; push?: boolean }
}

export type WireIssue = {
  number: number
  html_url: string
  title: string
  body: string | null
  labels: (string | { name?: string })[]
  state: string
  comments: number
  user: { login: string } | null
  created_at: string
  updated_at: string
  pull_request?: unknown
}

export function toHostRepository(repository: WireRepository): HostRepository {
  return {
    id: repository.id,
    fullName: repository.full_name,
    private: repository.private,
    archived: repository.archived,
    defaultBranch: repository.default_branch,
    language: repository.language,
    openIssues: repository.open_issues_count,
    canPull: repository.permissions?.pull ?? false,
    canPush: repository.permissions?.push ?? false,
  }
}

export function toHostIssue(issue: WireIssue): HostIssue {
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
