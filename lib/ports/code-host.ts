export type UserGrant = { accessToken: string; refreshToken: string | null; expiresAt: Date | null }

export type HostAccount = { id: number; login: string }

export type HostInstallation = {
  id: number
  accountLogin: string
  accountType: string
  repositorySelection: string
  suspendedAt: Date | null
}

export type HostRepository = {
  id: number
  fullName: string
  private: boolean
  archived: boolean
  defaultBranch: string
  language: string | null
  openIssues: number
  canPull: boolean
  canPush: boolean
}

export type HostIssue = {
  number: number
  url: string
  title: string
  body: string
  labels: string[]
  state: 'open' | 'closed'
  comments: number
  author: string
  createdAt: string
  updatedAt: string
  isPullRequest: boolean
}

/** A file at a commit. `content` is base64; null when the host does not hand out a file of that size. */
export type HostFile = { kind: 'file'; bytes: number; content: string | null } | { kind: 'other' }

/** The files of a commit; not complete where there are more than the host lists, or than are kept here. */
export type HostTree = { paths: string[]; isComplete: boolean }

export type IssueQuery = {
  state: 'open' | 'closed' | 'all'
  labels: string[]
  search: string | null
  sort: 'created' | 'updated' | 'comments'
  direction: 'asc' | 'desc'
  page: number
  perPage: number
}

/**
 * The repository host, always asked with one person's own token, so that the host itself enforces that person's rights.
 * Calls may throw `repository_not_connected` (the token is no longer accepted), `repository_host_limited`,
 * `repository_host_unavailable`, `repository_host_refused`, `repository_permission` or `not_found`.
 */
export type CodeHost = {
  /** Where the App is installed; the code that comes back is bound to the S256 challenge. */
  installationUrl(state: string, challenge: string): string
  /** Undefined when the host does not know the code, or not any more. */
  exchangeCode(proof: { code: string; verifier: string | null }): Promise<UserGrant | undefined>
  /** Undefined when the host does not accept the refresh token, or not any more; each works once. */
  refreshGrant(refreshToken: string): Promise<UserGrant | undefined>
  account(accessToken: string): Promise<HostAccount>
  installations(accessToken: string): Promise<HostInstallation[]>
  installationRepositories(accessToken: string, installationId: number): Promise<HostRepository[]>
  /** One repository as the installation grants it to this person; undefined when it does not. */
  installationRepository(
    accessToken: string,
    installationId: number,
    repositoryId: number,
  ): Promise<HostRepository | undefined>
  /** The repository that has, or had, this name; undefined when this person can see none. */
  repositoryNamed(accessToken: string, fullName: string): Promise<HostRepository | undefined>
  issues(accessToken: string, fullName: string, query: IssueQuery): Promise<{ issues: HostIssue[]; hasMore: boolean }>
  issue(accessToken: string, fullName: string, number: number): Promise<HostIssue>
  /** The names of branches as the host orders them: the first hundred, where there are more. */
  branches(accessToken: string, fullName: string): Promise<{ names: string[]; isComplete: boolean }>
  /** The commit at the head of a branch; undefined when there is no such branch. */
  branchHead(accessToken: string, fullName: string, branch: string): Promise<string | undefined>
  /** The paths of all files of a commit that the repository has. */
  tree(accessToken: string, fullName: string, commit: string): Promise<HostTree>
  /**
   * One file as it was at a commit; undefined when the commit has nothing at that path. A commit that the repository
   * does not have (any more) is `repository_host_refused`.
   */
  fileAt(accessToken: string, fullName: string, place: { commit: string; path: string }): Promise<HostFile | undefined>
}
