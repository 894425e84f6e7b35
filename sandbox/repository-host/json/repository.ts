import type { Host } from '../context.ts'
import { countOpenIssues } from '../store/issues.ts'
import { fullName, hasRole, ownerOf, type Repository, type Role } from '../store/repositories.ts'
import { toAccountJson } from './account.ts'
import { nodeId } from './node-id.ts'

/** A repository; `permissions` appears when a role is given, as it does for signed-in people. */
export function toRepositoryJson(host: Host, repository: Repository, role?: Role) {
  const url = `${host.apiUrl}/repos/${fullName(repository)}`
  const htmlUrl = `${host.url}/${fullName(repository)}`
  const openIssues = countOpenIssues(host.db, repository.id)
  const topics: string[] = JSON.parse(repository.topics)
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private === 1,
    owner: toAccountJson(host, ownerOf(host.db, repository)),
    html_url: htmlUrl,
    description: repository.description,
    fork: false,
    url,
    ...linkTemplates(url),
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    pushed_at: repository.pushed_at,
    git_url: `git://${new URL(host.url).host}/${fullName(repository)}.git`,
    ssh_url: `git@${new URL(host.url).hostname}:${fullName(repository)}.git`,
    clone_url: `${htmlUrl}.git`,
    svn_url: htmlUrl,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived === 1,
    disabled: false,
    open_issues_count: openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics,
    visibility: repository.private ? ('private' as const) : ('public' as const),
    forks: 0,
    open_issues: openIssues,
    watchers: 0,
    default_branch: repository.default_branch,
    ...(role && { permissions: toPermissionsJson(role), role_name: role }),
  }
}

/** Every weaker permission is part of a stronger one. */
export function toPermissionsJson(role: Role | undefined) {
  return {
    admin: hasRole(role, 'admin'),
    maintain: hasRole(role, 'maintain'),
    push: hasRole(role, 'push'),
    triage: hasRole(role, 'triage'),
    pull: hasRole(role, 'pull'),
  }
}

/** The short form in installation events. */
export function toRepositoryReference(repository: Repository) {
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private === 1,
  }
}

function linkTemplates(url: string) {
  return {
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  }
}
