import { eq, sql } from 'drizzle-orm'
import { notificationChoices } from '#drizzle/schema/notifications.ts'
import {
  type Choice,
  defaultChoice,
  isFixed,
  type NotificationKind,
  type NotifiedEvent,
  notificationKindOf,
  notifiedEvents,
} from '../domain/notification.ts'
import type { Database, Transaction } from './database.ts'

export type ChoiceRow = Choice & { name: NotifiedEvent; kind: NotificationKind; fixed: ReturnType<typeof isFixed> }
export type ChoiceChange = { name: NotifiedEvent; inbox?: boolean | undefined; email?: boolean | undefined }

/** Where a person gets notifications of each name, by their choice or by default. */
export async function listChoices(db: Database, userId: string): Promise<ChoiceRow[]> {
  const rows = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId))
  const chosen = new Map(rows.map((row) => [row.name, row]))
  return notifiedEvents.map((name) => {
    const usual = defaultChoice(name)
    const fixed = isFixed(name)
    const row = chosen.get(name)
    return {
      name,
      kind: notificationKindOf(name) ?? 'security',
      inbox: fixed.inbox || (row?.inbox ?? usual.inbox),
      email: fixed.email || (row?.email ?? usual.email),
      fixed,
    }
  })
}

/** Saves what the changes name; the rest stays. */
export async function saveChoices(
  tx: Transaction,
  userId: string,
  changes: readonly [ChoiceChange, ...ChoiceChange[]],
): Promise<void> {
  const rows = changes.map(({ name, inbox, email }) => ({ userId, name, inbox: inbox ?? null, email: email ?? null }))
  await tx
    .insert(notificationChoices)
    .values(rows)
    .onConflictDoUpdate({
      target: [notificationChoices.userId, notificationChoices.name],
      set: {
        inbox: sql`coalesce(excluded.inbox, ${notificationChoices.inbox})`,
        email: sql`coalesce(excluded.email, ${notificationChoices.email})`,
      },
    })
}
