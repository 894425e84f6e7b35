import { and, eq, isNull, sql } from 'drizzle-orm'
import { idempotencyKeys } from '#drizzle/schema/requests.ts'
import type { Database, Transaction } from './database.ts'

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect
export type IdempotencyScope = Pick<IdempotencyRow, 'principal' | 'operation' | 'key'>

/** A key that this request took; `lease` is until when. */
export type HeldKey = IdempotencyScope & { lease: string }

const leaseSeconds = 60
const lockedUntil = sql`now() + make_interval(secs => ${leaseSeconds})`
const lease = sql<string>`${idempotencyKeys.lockedUntil}::text`

/** What a sealed answer is bound to. */
export const answerPlace = ({ principal, operation, key }: IdempotencyScope) =>
  `idempotency_keys/${principal}/${operation}/${key}`

/** Takes the key for this request, which holds it for as long as its lease; or gives the row that was there before. */
export async function takeKey(
  db: Database,
  scope: IdempotencyScope,
  fingerprint: string,
): Promise<{ lease: string } | { earlier: IdempotencyRow }> {
  const [made] = await db
    .insert(idempotencyKeys)
    .values({ ...scope, fingerprint, lockedUntil })
    .onConflictDoNothing()
    .returning({ lease })
  if (made) return made
  const [earlier] = await db.select().from(idempotencyKeys).where(match(scope))
  return earlier ? { earlier } : takeKey(db, scope, fingerprint)
}

/** Takes over a key whose first request neither answered nor lives; undefined when another took it over. */
export async function takeOverKey(db: Database, scope: IdempotencyScope): Promise<string | undefined> {
  const [taken] = await db
    .update(idempotencyKeys)
    .set({ lockedUntil })
    .where(
      and(
        match(scope),
        sql`${idempotencyKeys.status} is null and ${idempotencyKeys.lockedUntil} < now()`,
        isNull(idempotencyKeys.effectAt),
      ),
    )
    .returning({ lease })
  return taken?.lease
}

/** Notes, in the transaction that has it, the effect of a request that still holds its key and had none; false for any other. */
export async function noteEffect(tx: Transaction, held: HeldKey): Promise<boolean> {
  const rows = await tx
    .update(idempotencyKeys)
    .set({ effectAt: sql`now()` })
    .where(and(isHeld(held), isNull(idempotencyKeys.effectAt)))
    .returning({ key: idempotencyKeys.key })
  return rows.length > 0
}

/** Keeps the answer, unless another request has taken the key over. */
export async function saveResponse(
  db: Database,
  held: HeldKey,
  response: { status: number; responseSealed: string },
): Promise<void> {
  await db.update(idempotencyKeys).set(response).where(isHeld(held))
}

/**
 * Frees the key after a failure that a retry may heal, unless another request has taken it over. One with an effect is only
 * held no longer.
 */
export async function releaseKey(db: Database, held: HeldKey): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isHeld(held), isNull(idempotencyKeys.effectAt)))
  await db.update(idempotencyKeys).set({ lockedUntil: sql`now()` }).where(isHeld(held))
}

function isHeld(held: HeldKey) {
  return and(
    match(held),
    sql`${idempotencyKeys.status} is null and ${idempotencyKeys.lockedUntil} = ${held.lease}::timestamptz`,
  )
}

function match(scope: IdempotencyScope) {
  return and(
    eq(idempotencyKeys.principal, scope.principal),
    eq(idempotencyKeys.operation, scope.operation),
    eq(idempotencyKeys.key, scope.key),
  )
}
