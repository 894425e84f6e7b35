import { isFixed, type NotifiedEvent, notifiedEvents } from '../../domain/notification.ts'
import type { Services } from '../context.ts'

type Keys = Pick<Services, 'linkKey'>
export type Unsubscription = { userId: string; names: NotifiedEvent[] }

const known: ReadonlySet<string> = new Set(notifiedEvents)

/** What turns off e-mails of these names for this person, without a sign-in and without an end. */
export function unsubscribeToken({ linkKey }: Keys, { userId, names }: Unsubscription): string {
  const text = [userId, ...new Set(names)].join(',')
  return `${Buffer.from(text).toString('base64url')}.${linkKey.signatures('unsubscribe', text)[0]}`
}

/** What the token turns off; undefined for one that we did not make. What is always sent is left out. */
export function readUnsubscribeToken({ linkKey }: Keys, token: string): Unsubscription | undefined {
  const [encoded = '', signature = ''] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  if (!linkKey.verify('unsubscribe', text, signature)) return undefined
  const [userId = '', ...names] = text.split(',')
  const isChoosable = (name: string): name is NotifiedEvent => known.has(name) && !isFixed(name as NotifiedEvent).email
  return { userId, names: names.filter(isChoosable) }
}
