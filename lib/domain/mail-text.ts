import { confirmationHours, namedInMail } from './mail.ts'
import { toOneLine } from './one-line.ts'

export type MailText = { subject: string; text: string; html: string }

/** One notification in an e-mail: the words of the inbox, and where it leads. */
export type MailItem = { title: string; about: string | null; at: Date; url: string }

type Notice = { items: readonly MailItem[]; origin: string; unsubscribeUrl: string | null }

/** One notification or several, in the words of the inbox. */
export function writeNotificationMail({ items, origin, unsubscribeUrl }: Notice): MailText {
  const named = items.slice(0, namedInMail)
  const left = items.length - named.length
  const [first] = named
  const subject = items.length === 1 && first ? headlineOf(first) : `${items.length} notifications`
  const lead = items.length === 1 ? [] : [`${items.length} things happened since the last e-mail.`]
  const more: Link[] =
    left > 0 ? [{ label: `${left} more on the Notifications page`, url: `${origin}/notifications` }] : []
  const kinds = items.length === 1 ? 'this kind' : 'these kinds'
  const turnOff = unsubscribeUrl === null ? [] : [{ label: `Turn off e-mails of ${kinds}`, url: unsubscribeUrl }]
  return compose(subject, [
    ...lead,
    ...named.map((item) => ({ label: headlineOf(item), note: timeOf(item.at), url: item.url })),
    ...more,
    { label: 'Choose which e-mails you get', url: `${origin}/settings/notifications` },
    ...turnOff,
  ])
}

/** Carries the link that proves that the address is the person’s. */
export function writeConfirmationMail(url: string): MailText {
  return compose('Confirm your e-mail address', [
    'You asked to get your Jobwright notifications at this address.',
    { label: 'Confirm this address', url },
    `The link works once, for ${confirmationHours} hours, while you are signed in. If you didn’t ask for this, ignore this e-mail.`,
  ])
}

type Link = { label: string; url: string; note?: string }

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function headlineOf({ title, about }: MailItem): string {
  return about ? `${title}: ${shortened(about)}` : title
}

/** A title may be a stranger’s; it stays one line, and short. */
function shortened(about: string): string {
  const line = toOneLine(about)
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

/** The same paragraphs as plain text and as HTML. */
function compose(subject: string, paragraphs: readonly (string | Link)[]): MailText {
  const text = paragraphs
    .map((part) => (typeof part === 'string' ? part : [part.label, part.note, part.url].filter(Boolean).join('\n')))
    .join('\n\n')
  const body = paragraphs.map((part) => {
    if (typeof part === 'string') return `<p>${escaped(part)}</p>`
    const note = part.note ? `<br><small>${escaped(part.note)}</small>` : ''
    return `<p><a href="${escaped(part.url)}">${escaped(part.label)}</a>${note}</p>`
  })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head><body style="font:16px/1.5 system-ui,sans-serif;max-width:36rem">${body.join('')}</body></html>`
  return { subject, text: `${text}\n`, html }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
