import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, createdAt, id } from './columns.ts'
import { sessions, users } from './users.ts'

export const githubConnections = pgTable('github_connections', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  githubUserId: bigint({ mode: 'number' }).notNull().unique(),
  login: text().notNull(),
  accessTokenSealed: text().notNull(),
  refreshTokenSealed: text(),
  accessTokenExpiresAt: at(),
  /** Since when the host no longer accepts the connection; the person must connect again. */
  refusedAt: at(),
  connectedAt: createdAt(),
})

export const githubInstallStates = pgTable(
  'github_install_states',
  {
    id: id(),
    stateHash: bytes().notNull().unique(),
    /** What the code that comes back is exchanged with (RFC 7636). */
    verifierSealed: text(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    usedAt: at(),
  },
  (table) => [index('github_install_states_session').on(table.sessionId)],
)

/** One person's link to an App installation; several people may be linked to the same one. */
export const githubInstallations = pgTable(
  'github_installations',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    installationId: bigint({ mode: 'number' }).notNull(),
    accountLogin: text().notNull(),
    accountType: text().notNull(),
    repositorySelection: text().notNull(),
    suspendedAt: at(),
    disconnectedAt: at(),
    checkedAt: createdAt(),
    createdAt: createdAt(),
  },
  (table) => [unique('github_installations_person').on(table.userId, table.installationId)],
)

/** What one person may do with one repository, as the host said for that person's own token. */
export const repositoryAccesses = pgTable(
  'repository_accesses',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    installationId: bigint({ mode: 'number' }).notNull(),
    repositoryId: bigint({ mode: 'number' }).notNull(),
    fullName: text().notNull(),
    private: boolean().notNull(),
    archived: boolean().notNull(),
    defaultBranch: text().notNull(),
    language: text(),
    openIssues: integer().notNull(),
    canPull: boolean().notNull(),
    canPush: boolean().notNull(),
    removedAt: at(),
    checkedAt: createdAt(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('repository_accesses_person').on(table.userId, table.repositoryId),
    index('repository_accesses_repository').on(table.repositoryId),
  ],
)

/** An installation that a person asked an organisation's owner for; ends when one is connected or the person gives up. */
export const githubInstallRequests = pgTable(
  'github_install_requests',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (table) => [uniqueIndex('github_install_requests_open').on(table.userId).where(sql`ended_at is null`)],
)
