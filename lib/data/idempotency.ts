import { and, eq, sql } from 'drizzle-orm'
import { idempotencyKeys } from '#drizzle/schema/requests.ts'
import type { Database } from './database.ts'

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect
export type IdempotencyScope = Pick<IdempotencyRow, 'principal' | 'operation' | 'key'>

const leaseSeconds = 60

/** What a sealed answer is bound to. */
export const answerPlace = ({ principal, operation, key }: IdempotencyScope) =>
  `idempotency_keys/${principal}/${operation}/${key}`

/** Takes the key for this request; the row that was there before when it is taken. One statement. */
export async function takeKey(
  db: Database,
  scope: IdempotencyScope,
  fingerprint: string,
): Promise<IdempotencyRow | undefined> {
  const lockedUntil = sql`now() + make_interval(secs => ${leaseSeconds})`
  const made = await db
    .insert(idempotencyKeys)
    .values({ ...scope, fingerprint, lockedUntil })
    .onConflictDoNothing()
    .returning()
  if (made.length > 0) return undefined
  const [row] = await db.select().from(idempotencyKeys).where(match(scope))
  return row ?? takeKey(db, scope, fingerprint)
}

/** Takes over a key whose first request neither answered nor lives; false when another took it over. */
export async function takeOverKey(db: Database, scope: IdempotencyScope): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({ lockedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(and(match(scope), sql`${idempotencyKeys.status} is null and ${idempotencyKeys.lockedUntil} < now()`))
    .returning()
  return rows.length > 0
}

export async function saveResponse(
  db: Database,
  scope: IdempotencyScope,
  response: { status: number; responseSealed: string },
): Promise<void> {
  await db.update(idempotencyKeys).set(response).where(match(scope))
}

/** Frees the key after a failure that a retry may heal. */
export async function releaseKey(db: Database, scope: IdempotencyScope): Promise<void> {
  await db.delete(idempotencyKeys).where(and(match(scope), sql`${idempotencyKeys.status} is null`))
}

function match(scope: IdempotencyScope) {
  return and(
    eq(idempotencyKeys.principal, scope.principal),
    eq(idempotencyKeys.operation, scope.operation),
    eq(idempotencyKeys.key, scope.key),
  )
}
