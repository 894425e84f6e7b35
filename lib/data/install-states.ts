import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { githubInstallRequests, githubInstallStates } from '#drizzle/schema/repositories.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export async function insertInstallState(
  tx: Transaction,
  row: { stateHash: Uint8Array; verifierSealed: string; sessionId: string; userId: string },
): Promise<{ expiresAt: Date }> {
  return onlyRow(
    await tx
      .insert(githubInstallStates)
      .values({ ...row, expiresAt: sql`now() + interval '10 minutes'` })
      .returning({ expiresAt: githubInstallStates.expiresAt }),
  )
}

/** Uses a state up; undefined when it is unknown, used, expired or of another session. */
export async function consumeInstallState(
  tx: Transaction,
  stateHash: Uint8Array,
  sessionId: string,
): Promise<{ verifierSealed: string | null } | undefined> {
  const [row] = await tx
    .update(githubInstallStates)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(githubInstallStates.stateHash, stateHash),
        eq(githubInstallStates.sessionId, sessionId),
        isNull(githubInstallStates.usedAt),
        gt(githubInstallStates.expiresAt, sql`now()`),
      ),
    )
    .returning({ verifierSealed: githubInstallStates.verifierSealed })
  return row
}

/** Remembers that an installation was asked for; false when one is remembered already. */
export async function openInstallRequest(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .insert(githubInstallRequests)
    .values({ userId })
    .onConflictDoNothing()
    .returning({ id: githubInstallRequests.id })
  return rows.length > 0
}

export async function endInstallRequests(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(githubInstallRequests)
    .set({ endedAt: sql`now()` })
    .where(and(eq(githubInstallRequests.userId, userId), isNull(githubInstallRequests.endedAt)))
}

/** Since when an installation is asked for, if one is. */
export async function findOpenInstallRequest(db: Database, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: githubInstallRequests.createdAt })
    .from(githubInstallRequests)
    .where(and(eq(githubInstallRequests.userId, userId), isNull(githubInstallRequests.endedAt)))
  return row?.createdAt
}
