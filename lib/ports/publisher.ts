import type { FileChange } from '../domain/result.ts'

/** A repository by its number, and the installation through which the client reaches it. */
export type PublishingPlace = { installationId: number; repositoryId: number }

export type PullRequest = { number: number; url: string }
export type NewCommit = { tree: string; parent: string; message: string; at: Date }

/** One repository with its own write token. Every act asked for again finds what was made before. */
export type WritableRepository = {
  fullName: string
  /** Writes the changes onto the tree of `baseCommit` and answers the new tree's id; nothing refers to it yet. */
  writeTree(baseCommit: string, changes: readonly FileChange[]): Promise<string>
  /** The same facts lead to the same commit. */
  writeCommit(commit: NewCommit): Promise<string>
  /** Points a new branch at the commit; answers the commit that the branch is at, which is another one if it existed. */
  createBranch(branch: string, commit: string): Promise<string>
  /** The tree at the head of a branch, as the host has it now. */
  branchTree(branch: string): Promise<{ commit: string; tree: string } | undefined>
  /** Opens a draft pull request (an ordinary one where the host has no drafts), or finds the one that this branch has. */
  openPullRequest(wanted: { branch: string; base: string; title: string; body: string }): Promise<PullRequest>
  /** Reports a completed, successful check on the commit, or finds the one of that name; answers its page. */
  reportCheck(wanted: { commit: string; name: string; url: string; title: string; summary: string }): Promise<string>
}

/**
 * The App's own hand in a repository; for the worker program alone. Calls may throw `repository_permission` (the
 * installation does not allow it, or is gone), `repository_host_limited`, `repository_host_unavailable` or
 * `repository_host_refused`.
 */
export type Publisher = {
  /** Mints a token for this repository with the rights to publish, and revokes it when the work has ended, however. */
  publishIn<T>(place: PublishingPlace, work: (repository: WritableRepository) => Promise<T>): Promise<T>
}
