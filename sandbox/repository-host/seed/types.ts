import type { FileChanges } from '../git/write.ts'
import type { MemberRole } from '../store/accounts.ts'
import type { Role } from '../store/repositories.ts'

export type SeedAccount = {
  login: string
  type: 'User' | 'Organization'
  name: string
  email: string
  /** Logins and roles of an organisation's people. */
  members?: Record<string, MemberRole>
  /** Whether its owners grant what the App asks for as optional, unless they say otherwise. */
  grantsOptional?: boolean
}

export type SeedCommit = {
  message: string
  /** Login of the author. */
  author: string
  date: string
  files: FileChanges
  /** `main` unless named; a new branch starts at `main`. */
  branch?: string
}

export type SeedComment = { author: string; at: string; body: string }

export type SeedIssue = {
  title: string
  body: string
  author: string
  at: string
  labels?: readonly string[]
  assignees?: readonly string[]
  comments?: readonly SeedComment[]
  closed?: { at: string; by: string; reason: 'completed' | 'not_planned' }
  /** Makes it a pull request of this branch. */
  headBranch?: string
}

export type SeedLabel = { name: string; color: string; description: string }

export type SeedRepository = {
  owner: string
  name: string
  description: string
  private?: boolean
  archived?: boolean
  topics: readonly string[]
  createdAt: string
  collaborators?: Record<string, Role>
  labels: readonly SeedLabel[]
  commits: readonly SeedCommit[]
  issues: readonly SeedIssue[]
}

export type Seed = { accounts: readonly SeedAccount[]; repositories: readonly SeedRepository[] }
