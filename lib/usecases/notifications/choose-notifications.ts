import { inTransaction, type Transaction } from '../../data/database.ts'
import { type Actor, recordEvent } from '../../data/events.ts'
import { dropMails } from '../../data/mail-queue.ts'
import { type ChoiceChange, saveChoices } from '../../data/notification-choices.ts'
import { Failure } from '../../domain/failure.ts'
import { isFixed } from '../../domain/notification.ts'
import { type Context, requireUser } from '../context.ts'

/** Saves where the person wants these notifications, from now on. */
export async function chooseNotifications(ctx: Context, choices: readonly ChoiceChange[]): Promise<void> {
  const user = requireUser(ctx)
  for (const [index, choice] of choices.entries()) assertFree(choice, index)
  await inTransaction(ctx.db, (tx) => changeChoices(tx, { actor: user, userId: user.userId, choices }))
}

type Chosen = { actor: Actor; userId: string; choices: readonly ChoiceChange[] }

/** The change with its event, for a person who signed in or has a signed link; e-mails that still wait are dropped. */
export async function changeChoices(tx: Transaction, { actor, userId, choices }: Chosen): Promise<void> {
  const merged = new Map<string, ChoiceChange>()
  for (const choice of choices) merged.set(choice.name, { ...merged.get(choice.name), ...defined(choice) })
  const [first, ...rest] = [...merged.values()]
  if (!first) return
  await saveChoices(tx, userId, [first, ...rest])
  await dropMails(
    tx,
    userId,
    [first, ...rest].filter(({ email }) => email === false).map(({ name }) => name),
  )
  const subject = { type: 'user', id: userId } as const
  await recordEvent(tx, {
    actor,
    subject,
    userId,
    name: 'user.notifications_chosen',
    evidence: { choices: [first, ...rest] },
  })
}

function defined({ name, inbox, email }: ChoiceChange): ChoiceChange {
  return { name, ...(inbox !== undefined && { inbox }), ...(email !== undefined && { email }) }
}

function assertFree({ name, inbox, email }: ChoiceChange, index: number): void {
  const fixed = isFixed(name)
  const way = inbox === false && fixed.inbox ? 'inbox' : email === false && fixed.email ? 'email' : undefined
  if (!way) return
  const errors = [{ pointer: `/changes/${index}/${way}`, message: 'This cannot be turned off.' }]
  throw new Failure('invalid_request', `${name} cannot be turned off there.`, { errors })
}
