import { eq, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/users.ts'
import { builtOnce } from './built-once.ts'
import type { Database } from './database.ts'

export type MeRow = {
  id: string
  createdAt: Date
  hasWallet: boolean
  /** A connection to the host that it still accepts, and a repository that can still be used. */
  hasRepositories: boolean
  hasAgents: boolean
  /** The account at the repository host, or else the confirmed e-mail address. */
  name: string | null
}

const has = (rows: ReturnType<typeof sql>) => sql<boolean>`exists (select 1 from ${rows})`
const ofUser = sql`x.user_id = ${users.id}`

const me = builtOnce((db) =>
  db
    .select({
      id: users.id,
      createdAt: users.createdAt,
      hasWallet: has(sql`wallets x where ${ofUser}`),
      hasRepositories: sql<boolean>`${has(sql`github_connections x where ${ofUser} and x.refused_at is null`)}
        and ${has(sql`repository_accesses x where ${ofUser} and x.removed_at is null`)}`,
      hasAgents: has(sql`agents x where ${ofUser}`),
      name: sql<string | null>`coalesce(
        (select x.login from github_connections x where ${ofUser}),
        (select x.address from mail_addresses x where ${ofUser}))`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

/** The person with how far their onboarding is, in one statement. */
export async function findMe(db: Database, userId: string): Promise<MeRow | undefined> {
  const [row] = await me(db).execute({ userId })
  return row
}
