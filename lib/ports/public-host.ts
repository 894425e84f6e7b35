export type PublicRepository = {
  id: number
  fullName: string
  archived: boolean
  language: string | null
  topics: string[]
}

export type PublicIssue = {
  /** The host's number of the issue across all repositories. */
  id: number
  number: number
  title: string
  body: string
  labels: string[]
  comments: number
  assignees: number
  author: string
  isOpen: boolean
  isPullRequest: boolean
  createdAt: Date
  updatedAt: Date
}

/** What is left of the requests that a stranger may make until `resetAt`; null when the host does not say. */
export type Allowance = { remaining: number; resetAt: Date } | null
export type Reading<T> = { etag: string | null; value: T; allowance: Allowance }
export type Unchanged = { unchanged: true; allowance: Allowance }
/** What a commit holds at a path: a file, a link or a submodule, by its id in git. */
export type PublicEntry = { path: string; mode: string; id: string }
export type IssuePage = { issues: PublicIssue[]; hasMore: boolean }

/**
 * What anyone may read at the repository host. No call carries a credential of any kind, so nothing that is private
 * can come from here. Calls may throw `repository_host_limited`, `repository_host_unavailable` or
 * `repository_host_refused`.
 */
export type PublicHost = {
  /** By number, or by name while the number is not known; undefined when strangers cannot see it. */
  repository(
    place: { id: number } | { fullName: string },
    etag: string | null,
  ): Promise<Reading<PublicRepository> | Unchanged | undefined>
  /** A page of issues of every state, longest unchanged first; only those changed since then, if a time is given. */
  issues(
    repositoryId: number,
    query: { since: Date | null; page: number; etag: string | null },
  ): Promise<Reading<IssuePage> | Unchanged | undefined>
  /** All that a commit holds; undefined when strangers cannot see it, or it is more than the host lists at once. */
  entries(fullName: string, commit: string): Promise<PublicEntry[] | undefined>
  /** The bytes of a file by its id in git; undefined when strangers cannot see it. */
  blob(fullName: string, id: string): Promise<Uint8Array | undefined>
  /** Asks for what changes nothing and costs nothing, to see whether the host answers. */
  ping(): Promise<void>
}
