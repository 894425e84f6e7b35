import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { mailAddresses, mailConfirmations, mails } from '#drizzle/schema/mails.ts'
import { confirmationHours, type MailFault } from '../domain/mail.ts'
import type { Database, Transaction } from './database.ts'

export type EmailStatus = {
  address: string | null
  pending: { address: string; expiresAt: Date } | null
  failure: { address: string; at: Date; fault: MailFault; answer: string | null } | null
}

const isOpen = and(
  isNull(mailConfirmations.endedAt),
  gt(mailConfirmations.createdAt, sql`now() - make_interval(hours => ${confirmationHours})`),
)

/** Where a person's e-mails go, and how the last one ended that did. */
export async function readEmailStatus(db: Database, userId: string): Promise<EmailStatus> {
  const address = await findMailAddress(db, userId)
  const [pending] = await db
    .select({ address: mailConfirmations.address, createdAt: mailConfirmations.createdAt })
    .from(mailConfirmations)
    .where(and(eq(mailConfirmations.userId, userId), isOpen))
    .orderBy(desc(mailConfirmations.createdAt))
    .limit(1)
  return {
    address: address ?? null,
    pending: pending
      ? { address: pending.address, expiresAt: new Date(pending.createdAt.getTime() + confirmationHours * 3_600_000) }
      : null,
    failure: await findLastFailure(db, userId),
  }
}

async function findLastFailure(db: Database, userId: string): Promise<EmailStatus['failure']> {
  const [last] = await db
    .select({
      state: mails.state,
      address: mails.address,
      at: sql<Date>`coalesce(${mails.attemptedAt}, ${mails.createdAt})`.mapWith(mails.createdAt),
      fault: mails.fault,
      answer: mails.answer,
    })
    .from(mails)
    .where(
      and(
        eq(mails.userId, userId),
        or(eq(mails.state, 'SENT'), and(eq(mails.state, 'FAILED'), ne(mails.fault, 'TURNED_OFF'))),
      ),
    )
    .orderBy(sql`coalesce(${mails.attemptedAt}, ${mails.createdAt}) desc`)
    .limit(1)
  if (last?.state !== 'FAILED' || last.fault === null) return null
  const { address, at, fault, answer } = last
  return { address, at, fault, answer }
}

export async function findMailAddress(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ address: mailAddresses.address })
    .from(mailAddresses)
    .where(eq(mailAddresses.userId, userId))
  return row?.address
}

/** Links made within a day for this person, and for this address; nobody else makes one until the transaction ends. */
export async function countConfirmations(
  tx: Transaction,
  { userId, address }: { userId: string; address: string },
): Promise<{ person: number; address: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mail-confirmations'))`)
  const [row] = await tx
    .select({
      person: sql<number>`count(*) filter (where ${mailConfirmations.userId} = ${userId})::int`,
      address: sql<number>`count(*) filter (where ${mailConfirmations.address} = ${address})::int`,
    })
    .from(mailConfirmations)
    .where(
      and(
        or(eq(mailConfirmations.userId, userId), eq(mailConfirmations.address, address)),
        gt(mailConfirmations.createdAt, sql`now() - interval '1 day'`),
      ),
    )
  return row ?? { person: 0, address: 0 }
}

type NewConfirmation = { id: string; userId: string; address: string; tokenHash: Uint8Array }

/** Makes the link's row and the e-mail that carries it; links of before end. */
export async function insertConfirmation(tx: Transaction, confirmation: NewConfirmation): Promise<void> {
  const { id, userId, address } = confirmation
  await endConfirmations(tx, userId)
  await tx.insert(mailConfirmations).values(confirmation)
  await tx.insert(mails).values({ userId, confirmationId: id, address, batchId: id, nextAttemptAt: sql`now()` })
}

export async function findConfirmation(db: Database, id: string): Promise<NewConfirmation | undefined> {
  const [row] = await db.select().from(mailConfirmations).where(eq(mailConfirmations.id, id))
  return row
}

/** Ends the links of a person that are open, and their e-mails that still wait. */
export async function endConfirmations(tx: Transaction, userId: string): Promise<void> {
  const ended = await tx
    .update(mailConfirmations)
    .set({ endedAt: sql`now()` })
    .where(and(eq(mailConfirmations.userId, userId), isNull(mailConfirmations.endedAt)))
    .returning({ id: mailConfirmations.id })
  if (ended.length === 0) return
  await tx
    .update(mails)
    .set({ state: 'FAILED', fault: 'TURNED_OFF', nextAttemptAt: null })
    .where(
      and(
        eq(mails.state, 'PENDING'),
        inArray(
          mails.confirmationId,
          ended.map(({ id }) => id),
        ),
      ),
    )
}

/** Uses the link once; undefined when it was used, replaced, or is too old, or another person's. */
export async function useConfirmation(
  tx: Transaction,
  { userId, tokenHash }: { userId: string; tokenHash: Uint8Array },
): Promise<{ address: string } | undefined> {
  const [used] = await tx
    .update(mailConfirmations)
    .set({ endedAt: sql`now()` })
    .where(and(eq(mailConfirmations.userId, userId), eq(mailConfirmations.tokenHash, tokenHash), isOpen))
    .returning({ address: mailConfirmations.address })
  return used
}

/** Sends what is written from now on to this address, and what still waits. */
export async function saveMailAddress(tx: Transaction, userId: string, address: string): Promise<void> {
  await tx
    .insert(mailAddresses)
    .values({ userId, address })
    .onConflictDoUpdate({ target: mailAddresses.userId, set: { address, confirmedAt: sql`now()` } })
}

/** Lets waiting notifications go to another address. */
export async function readdressMails(tx: Transaction, userId: string, address: string): Promise<void> {
  await tx
    .update(mails)
    .set({ address })
    .where(and(eq(mails.userId, userId), eq(mails.state, 'PENDING'), isNull(mails.confirmationId)))
}

/** False when there was none. */
export async function deleteMailAddress(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(mailAddresses)
    .where(eq(mailAddresses.userId, userId))
    .returning({ userId: mailAddresses.userId })
  return rows.length > 0
}
