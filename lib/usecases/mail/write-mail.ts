import { findConfirmation } from '../../data/mail-addresses.ts'
import type { ClaimedMail } from '../../data/mail-queue.ts'
import { listNotificationsOfEvents } from '../../data/notifications.ts'
import { namedInMail } from '../../domain/mail.ts'
import { writeConfirmationMail, writeNotificationMail } from '../../domain/mail-text.ts'
import { isFixed, type NotifiedEvent } from '../../domain/notification.ts'
import { pageOfNotification, titleOfNotification } from '../../domain/notification-text.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { Services } from '../context.ts'
import { storedToken } from './confirmation-token.ts'
import { unsubscribeToken } from './unsubscribe-link.ts'

type Deps = Pick<Services, 'db' | 'linkKey' | 'settings'>

/** The message as it is on the wire, from rows of the person alone; the same for every attempt. */
export async function writeMail(ctx: Deps, { id, userId, address: to, ...claimed }: ClaimedMail): Promise<Mail> {
  const origin = ctx.settings.publicOrigin
  if (claimed.confirmationId !== null) {
    const confirmation = await findConfirmation(ctx.db, claimed.confirmationId)
    const token = confirmation ? storedToken(ctx, confirmation) : ''
    const url = `${origin}/settings/notifications?confirm=${token}`
    return { id, to, ...writeConfirmationMail(url), unsubscribeUrl: null }
  }
  const rows = await listNotificationsOfEvents(ctx.db, userId, claimed.eventIds)
  const named = rows.slice(0, namedInMail).map(({ name }) => name as NotifiedEvent)
  const names = named.filter((name) => !isFixed(name).email)
  const unsubscribeUrl =
    names.length === 0 ? null : `${origin}/api/unsubscribe/${unsubscribeToken(ctx, { userId, names })}/`
  const items = rows.map((row) => ({
    title: titleOfNotification({ name: row.name as NotifiedEvent, reason: row.reason }),
    about: row.title,
    at: row.createdAt,
    url: origin + pageOfNotification({ type: row.subjectType, id: row.subjectId, agent_id: row.agentId }),
  }))
  return { id, to, ...writeNotificationMail({ items, origin, unsubscribeUrl }), unsubscribeUrl }
}
