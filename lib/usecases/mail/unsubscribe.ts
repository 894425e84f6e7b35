import { inTransaction } from '../../data/database.ts'
import type { Services } from '../context.ts'
import { changeChoices } from '../notifications/choose-notifications.ts'
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-link.ts'

/** Turns off the e-mails that the signed link names; undefined for a link that is not ours. */
export async function unsubscribe(
  services: Pick<Services, 'db' | 'linkKey'>,
  token: string,
): Promise<Unsubscription | undefined> {
  const asked = readUnsubscribeToken(services, token)
  if (!asked) return undefined
  const { userId, names } = asked
  const choices = names.map((name) => ({ name, email: false }))
  const actor = { kind: 'anonymous' }
  await inTransaction(services.db, (tx) => changeChoices(tx, { actor, userId, choices }))
  return asked
}
