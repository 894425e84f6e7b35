import { isFailure } from '../domain/failure.ts'
import { notificationTitles } from '../domain/notification-text.ts'
import { unsubscribe } from '../usecases/mail/unsubscribe.ts'
import { readUnsubscribeToken } from '../usecases/mail/unsubscribe-link.ts'
import { web } from './web.ts'

const policy = {
  'content-security-policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** What the link of an e-mail turns off, and the button that does it. */
export function unsubscribePage(token: string): Response {
  const asked = readUnsubscribeToken(web().services, token)
  if (!asked) return unknown()
  const names = asked.names.map((name) => `<li>${notificationTitles[name]}</li>`).join('')
  return page(
    200,
    'Turn off e-mails',
    `<p>Press the button to get no more e-mails about:</p><ul>${names}</ul><form method="post"><button>Turn off</button></form>`,
  )
}

/** Turns them off: the button above, and the one click of a mail program (RFC 8058). */
export async function unsubscribeDone(token: string): Promise<Response> {
  const { services } = web()
  const done = await services.watch.during(() => unsubscribe(services, token)).catch(awayOf)
  if (done === 'away') return page(503, 'Not possible now', '<p>Nothing was changed. Try again in a minute.</p>')
  if (!done) return unknown()
  return page(
    200,
    'E-mails turned off',
    '<p>They still show in your inbox. <a href="/settings/notifications">Change it in the settings</a></p>',
  )
}

function awayOf(error: unknown): 'away' {
  if (isFailure(error) && error.code === 'unavailable') return 'away'
  throw error
}

function unknown(): Response {
  return page(
    404,
    'This link is not valid',
    '<p>Copy it whole, or <a href="/settings/notifications">change it in the settings</a>.</p>',
  )
}

function page(status: number, title: string, body: string): Response {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Jobwright</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
  return new Response(text, { status, headers: policy })
}
